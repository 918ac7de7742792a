import { setImmediate } from 'node:timers/promises';
import type { KodiImport, KodiImported, KodiOptions } from '../../../protocol/tracker/kodi-import';
import type { Service } from '../../http/environment';
import type { NewGrade } from '../../store/ratings';
import type { IdentifiedViewing } from '../../store/viewings';
import { findItems, type KodiMatch, type FoundItems } from './find-items';

/**
 * Adds a chunk of a Kodi library. What the person already has stays unchanged, so a repeated chunk adds
 * nothing twice. Kodi knows only the last of several plays, so each played title gets one viewing.
 */
export async function importKodi(
  service: Service,
  userId: string,
  request: KodiImport,
  origin: string,
): Promise<KodiImported> {
  const { options } = request;
  const found = await findItems(service, request, origin);
  const { movies, episodes } = found;
  const watched = { movies: [false], episodes: [false] };
  if (options.importWatched) {
    watched.movies = await addWatched(service, userId, movies, options);
    watched.episodes = await addWatched(service, userId, episodes, options);
  }
  const isTrue = (one: boolean) => one;
  const played = [...movies, ...episodes].filter(({ entry }) => (entry.playCount ?? 0) > 0).length;
  const imported = {
    movies: watched.movies.filter(isTrue).length,
    episodes: watched.episodes.filter(isTrue).length,
    ratings: options.importRatings ? await addRatings(service, userId, found) : 0,
    watchlist: options.unwatchedToWatchlist ? await addToWatchlist(service, userId, found) : 0,
    scrobbles: options.importResume ? await addPositions(service, userId, [...movies, ...episodes]) : 0,
    lists: options.importPlaylists ? await addLists(service, userId, found) : 0,
    favorites: options.importFavorites ? await addFavorites(service, userId, found) : 0,
    collection: options.importCollection ? await addToCollection(service, userId, found, options) : 0,
  };
  const alreadyWatched = options.importWatched ? played - imported.movies - imported.episodes : 0;
  const { unresolved } = found;
  return {
    imported,
    skipped: { alreadyWatched, unresolved: unresolved.length },
    unresolved: [...unresolved],
  };
}

/** Viewings or list entries per transaction: few enough not to delay other requests. */
const PART = 25;

type Played = FoundItems['movies'][number] | FoundItems['episodes'][number];

/** Returns for each played title whether it was added. */
async function addWatched(
  { store, now }: Service,
  userId: string,
  found: Played[],
  options: KodiOptions,
): Promise<boolean[]> {
  const viewings = found.flatMap((one): IdentifiedViewing[] => {
    const { entry, ids, media } = one;
    if ((entry.playCount ?? 0) === 0 || ids === undefined) return [];
    const watchedAt = (options.importWatchDates ? timeOf(entry.lastPlayed, now()) : undefined) ?? now();
    const duration = entry.runtime ?? 0;
    const id = `kodi-${media.replaceAll(':', '-')}`;
    return [{ id, ids, position: { progress: duration, duration }, startedAt: watchedAt, watchedAt }];
  });
  const added: boolean[] = [];
  for (let from = 0; from < viewings.length; from += PART) {
    added.push(...(await store.viewings.putUnwatched(userId, viewings.slice(from, from + PART))));
    await setImmediate();
  }
  return added;
}

/**
 * The time of a play, in milliseconds since 1970. A text without an offset is read as UTC, although it is the
 * device's local time. A time in the future counts as unknown.
 */
function timeOf(text: string | null | undefined, now: number): number | undefined {
  if (text == null) return undefined;
  const isLocal = !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(isLocal ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(time) || time < 0 || time > now ? undefined : time;
}

/** Adds ratings from Kodi to works that the person has not rated here. */
function addRatings({ store, now }: Service, userId: string, { movies, shows, episodes }: FoundItems) {
  const grades = [...movies, ...shows, ...episodes].flatMap(({ entry, media, ids }): NewGrade[] => {
    const rating = entry.rating ?? 0;
    return rating >= 1 ? [{ media, episodeId: ids?.episodeId, rating, ratedAt: now() }] : [];
  });
  return store.ratings.gradeUnrated(userId, grades);
}

async function addToWatchlist({ store }: Service, userId: string, { movies, shows }: FoundItems) {
  const unseen = [
    ...movies.filter(({ entry }) => (entry.playCount ?? 0) === 0),
    ...shows.filter(({ entry }) => (entry.watchedEpisodes ?? 0) === 0),
  ].map(({ media }) => media);
  return store.shelves.addAll(userId, 'watchlist', unseen);
}

async function addPositions({ store }: Service, userId: string, found: Played[]): Promise<number> {
  let begun = 0;
  for (const { entry, ids } of found) {
    const { position = 0, total = 0 } = entry.resume ?? {};
    const progress = Math.floor(position);
    const duration = Math.max(Math.floor(total), progress, 1);
    // Near the end, a position would count as watched; the number of plays is more reliable.
    if (ids === undefined || progress < 1 || progress / duration >= 0.9 || duration > LONGEST) continue;
    if (await store.playback.beginUnlessBegun(userId, ids, { progress, duration })) begun += 1;
  }
  return begun;
}

/** Maximum duration in seconds, as in `POST /scrobble`. */
const LONGEST = 3_600_000;

function addFavorites({ store }: Service, userId: string, { favorites }: FoundItems): Promise<number> {
  return store.shelves.addAll(userId, 'favorites', worksOf(favorites));
}

function addToCollection(
  { store }: Service,
  userId: string,
  { movies, shows }: FoundItems,
  { collectionFormat }: KodiOptions,
): Promise<number> {
  return store.shelves.addAll(userId, 'collection', worksOf([...movies, ...shows]), collectionFormat);
}

/** Films and series only, because a shelf has no episodes. */
function worksOf(found: Pick<KodiMatch<unknown>, 'media'>[]): string[] {
  return found.map(({ media }) => media).filter((media) => !media.startsWith('episode:'));
}

/** A playlist becomes a list with its name. Returns how many lists were made. */
async function addLists({ store }: Service, userId: string, { playlists }: FoundItems): Promise<number> {
  let made = 0;
  for (const { name, items } of playlists) {
    const isOfEpisodes = items.length > 0 && items.every(({ entry }) => entry.type === 'episode');
    const kind = isOfEpisodes ? ('episode' as const) : ('media' as const);
    const before = await store.lists.named(userId, name);
    const list = before ?? (await store.lists.create(userId, { name, visibility: 'PRIVATE', kind }));
    if (list === undefined) break;
    if (before === undefined) made += 1;
    const wanted = items
      .filter(({ entry }) => (entry.type === 'episode') === (list.kind === 'episode'))
      .map(({ media, ids }) => ({ media, episodeId: ids?.episodeId }));
    for (let from = 0; from < wanted.length; from += PART) {
      await store.lists.addAll(userId, list.id, wanted.slice(from, from + PART));
      await setImmediate();
    }
  }
  return made;
}
