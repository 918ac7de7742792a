import { defined } from '../../core/values/defined';
import type { MediaStatus, StatusItem } from '../../protocol/tracker/media-status';
import type { Service } from '../http/environment';
import { mediaKey } from '../../core/library/media-key';
import type { SessionRow } from '../store/sessions';
import type { Shelf } from '../store/shelves';
import type { WatchedFacts } from '../store/watched-titles';
import { placeOf } from './media-item';
import { airedIn, findShow } from './show-progress';

/** The person's status of these works, under each key that the request may expect: `movie:348`, `tv:1396`. */
export async function mediaStatuses(
  service: Service,
  userId: string,
  items: StatusItem[],
): Promise<Record<string, MediaStatus>> {
  const asked = await nameItems(service, userId, items);
  const facts = await readFacts(service, userId, [...new Set(asked.map(({ media }) => media))]);
  const statuses: Record<string, MediaStatus> = {};
  for (const { media, names } of asked) {
    const status = media.startsWith('show:')
      ? await showStatus(service, facts, media)
      : titleStatus(facts, media);
    for (const name of names) statuses[name] = status;
  }
  return statuses;
}

type AskedMedia = Readonly<{
  /** The key in the store. */
  media: string;
  /** The keys in the answer. */
  names: string[];
}>;

async function nameItems({ store }: Service, userId: string, items: StatusItem[]): Promise<AskedMedia[]> {
  const ids = items.flatMap(({ type, id }) => (type === 'episode' && id != null ? [id] : []));
  const known = await store.watchedTitles.keysOfEpisodes(userId, ids);
  return items.flatMap((item) => (item.type === 'episode' ? nameEpisode(item, known) : nameWork(item)));
}

function nameWork({ type, id, tmdbId, tmdb_id: other }: StatusItem): AskedMedia[] {
  const work = id ?? tmdbId ?? other;
  if (work == null) return [];
  const key = String(work);
  return [{ media: `${type === 'tv' ? 'show' : type}:${key}`, names: [`${type}:${key}`] }];
}

function nameEpisode(item: StatusItem, known: ReadonlyMap<number, string>): AskedMedia[] {
  const { id } = item;
  const place = placeIn(item);
  const own = id == null ? undefined : `episode:${String(id)}`;
  const media = (id == null ? undefined : known.get(id)) ?? place ?? own;
  const names = [own, place].filter((name) => name !== undefined);
  return media === undefined ? [] : [{ media, names }];
}

/** `undefined`: the item does not state the place of the episode in its series. */
function placeIn(item: StatusItem): string | undefined {
  const tmdbId = item.tmdbId ?? item.tmdb_id;
  const seasonNumber = item.seasonNumber ?? item.season_number ?? item.season;
  const episodeNumber = item.episodeNumber ?? item.episode_number ?? item.episode;
  if (tmdbId == null || seasonNumber == null || episodeNumber == null) return undefined;
  return mediaKey({ type: 'episode', tmdbId, seasonNumber, episodeNumber });
}

type StatusFacts = Readonly<{
  watched: ReadonlyMap<string, WatchedFacts>;
  shows: ReadonlyMap<number, WatchedFacts>;
  open: ReadonlyMap<string, SessionRow>;
  ratings: ReadonlyMap<string, number>;
  shelved: ReadonlySet<string>;
  priorities: ReadonlyMap<string, number | null>;
  hasCompanions: boolean;
}>;

async function readFacts({ store }: Service, userId: string, media: string[]): Promise<StatusFacts> {
  const showIds = media.filter((key) => key.startsWith('show:')).flatMap((key) => placeOf(key).workId ?? []);
  const [watched, shows, open, ratings, shelved, companions] = await Promise.all([
    store.watchedTitles.among(userId, media),
    store.watchedTitles.countsOfShows(userId, showIds),
    store.sessions.openAmong(userId, media),
    store.ratings.gradesOf(userId, media),
    store.shelves.among(userId, media),
    store.preferences.companionsOf(userId),
  ]);
  return {
    hasCompanions: companions.length > 0,
    watched,
    shows,
    open: new Map(open.map((row) => [row.media, row])),
    ratings,
    shelved: new Set(shelved.map((row) => `${row.shelf} ${row.media}`)),
    priorities: new Map(
      shelved.flatMap((row) => (row.shelf === 'watchlist' ? [[row.media, row.priority]] : [])),
    ),
  };
}

function titleStatus(facts: StatusFacts, media: string): MediaStatus {
  const watched = facts.watched.get(media);
  const open = facts.open.get(media);
  return {
    ...commonStatus(facts, media),
    watched: watched !== undefined,
    ...defined({
      rewatchCount: watched?.times ?? 0,
      watchedAt: watched && isoTime(watched.watchedAt),
      progress: open?.progress,
      duration: open?.duration,
      inProgress: open !== undefined,
      hasCompanions: (watched !== undefined && facts.hasCompanions) || undefined,
    }),
  };
}

async function showStatus(service: Service, facts: StatusFacts, media: string): Promise<MediaStatus> {
  const id = placeOf(media).workId ?? 0;
  const episodes = facts.shows.get(id);
  const title = await findShow(service, id);
  const aired = title?.seasons?.map((season) => airedIn(title, season)) ?? [];
  const lastWatchedAt = episodes && isoTime(episodes.watchedAt);
  return {
    ...commonStatus(facts, media),
    watched: episodes !== undefined,
    watchedEpisodes: episodes?.times ?? 0,
    ...defined({
      watchedAt: lastWatchedAt,
      lastWatchedAt,
      airedEpisodes: title && aired.reduce((sum, count) => sum + count, 0),
    }),
  };
}

function commonStatus({ ratings, shelved, priorities }: StatusFacts, media: string) {
  const isOn = (shelf: Shelf) => shelved.has(`${shelf} ${media}`);
  const rating = ratings.get(media);
  return {
    inWatchlist: isOn('watchlist'),
    inCollection: isOn('collection'),
    isFavorite: isOn('favorites'),
    rating: rating === undefined ? null : Math.round(rating),
    watchlistPriority: priorities.get(media) ?? null,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
