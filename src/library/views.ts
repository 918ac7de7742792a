import { defined } from '../core/values/defined';
import type { HistoryEntry } from '../protocol/tracker/history';
import { CatalogueError } from '../service/catalogue/catalogue';
import type { Watch, Library } from './database';
import { listWatches, openPlayings } from './history';
import { isoTime, toHistoryEntry, toMediaRecord, toRating } from './records';
import { namesOf } from './titles';

export interface LibraryEntry extends HistoryEntry {
  /** 1 to 10. */
  readonly rating?: number;
}

/** The history, newest first, with ratings: at most `limit` entries before a time. */
export async function historyPart(
  library: Library,
  { limit, before }: Readonly<{ limit: number; before: number }>,
): Promise<Readonly<{ items: LibraryEntry[]; total: number }>> {
  const { database } = library;
  const watches = await listWatches(database, { limit, before });
  const names = await namesOf(library, watches);
  const ratings = new Map((await database.getAll('ratings')).map(({ media, rating }) => [media, rating]));
  const items = watches.map((watch) => ({
    ...toHistoryEntry(watch, names.get(watch.media)),
    ...defined({ rating: ratings.get(watch.media) }),
  }));
  return { items, total: await database.count('watches') };
}

export type LibrarySeries = Readonly<{
  tmdbId: number;
  title?: string;
  seasons: Readonly<{
    number: number;
    episodes: number;
    watched: number[];
  }>[];
}>;

/** Every series of which an episode was watched, the one watched last first. */
export async function watchedSeries(library: Library): Promise<LibrarySeries[]> {
  const byShow = groupBy(
    (await listWatches(library.database)).filter(({ ids }) => ids.seasonNumber !== undefined),
    ({ ids }) => ids.tmdbId ?? 0,
  );
  return Promise.all([...byShow].map(([tmdbId, watches]) => toSeries(library, tmdbId, watches)));
}

async function toSeries(library: Library, tmdbId: number, watches: Watch[]): Promise<LibrarySeries> {
  const first = { type: 'episode', tmdbId, seasonNumber: 1, episodeNumber: 1 } as const;
  const [known] = await library.catalogue.resolve(first).catch((error: unknown) => {
    if (error instanceof CatalogueError) return [];
    throw error;
  });
  const names = await namesOf(library, known === undefined ? watches.slice(0, 1) : []);
  const seen = groupBy(watches, ({ ids }) => ids.seasonNumber ?? 0);
  const lengths = new Map(known?.seasons?.map(({ number, episodes }) => [number, episodes]));
  const numbers = [...new Set([...lengths.keys(), ...seen.keys()])].sort((a, b) => a - b);
  const seasons = numbers.map((number) => {
    const episodes = seen.get(number)?.map(({ ids }) => ids.episodeNumber ?? 0) ?? [];
    return {
      number,
      episodes: Math.max(lengths.get(number) ?? 0, ...episodes),
      watched: [...new Set(episodes)],
    };
  });
  const title = known?.title ?? names.get(watches[0]?.media ?? '')?.title;
  const shown = seasons.filter(({ watched, number }) => number > 0 || watched.length > 0);
  return { tmdbId, seasons: shown, ...defined({ title }) };
}

/** Everything in the tracker's export format, which its import reads, with the titles that were started. */
export async function exportLibrary(library: Library) {
  const { database, now } = library;
  const [watches, ratings, marks] = await Promise.all([
    listWatches(database),
    database.getAll('ratings'),
    database.getAll('marks'),
  ]);
  const names = await namesOf(library, [...watches, ...ratings]);
  const shelf = (name: string) =>
    marks
      .filter(({ key }) => key.startsWith(`${name} `))
      .map(({ key, at }) => ({ media: key.slice(name.length + 1), addedAt: at }));
  return {
    matinee: 1,
    exportedAt: isoTime(now()),
    history: watches.map((watch) => toHistoryEntry(watch, names.get(watch.media))),
    ratings: ratings.map((rating) => toRating(rating, names.get(rating.media))),
    watchlist: shelf('watchlist'),
    favorites: shelf('favorites'),
    progress: (await openPlayings(database)).map(({ ids, progress, duration, updatedAt }) => ({
      media: toMediaRecord(ids, undefined),
      progress,
      duration,
      updatedAt: isoTime(updatedAt),
    })),
  };
}

/** Groups values by key, like the newer `Map.groupBy`. */
export function groupBy<Key, Value>(values: Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
