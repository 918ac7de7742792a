import type { ListItem } from '../../protocol/tracker/widgets';
import { createAllowance, type Allowance, type Title } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import { nameMedia } from './name-media';
import { type Reader, toListItem, titleToListItem, toMediaRecord } from './media-records';
import type * as z from 'zod/mini';
import type { droppedSchema } from '../../protocol/tracker/history';
import { setImmediate } from 'node:timers/promises';
import { findNext, type FindWatched } from '../catalogue/find-next';

/** Maximum entries of the list. */
const LIST_LIMIT = 20;

/** Maximum unfinished titles that are read, before those of dropped series are left out. */
const READ_LIMIT = 100;

/** Maximum requests to the film database for one list. */
const REQUEST_LIMIT = 4;

/** What a person can watch next. A series with an unfinished episode is listed once. */
type UpNext = Readonly<{
  /** Titles that were begun and not watched. */
  unfinished: SessionRow[];
  following: NextEpisode[];
}>;

/**
 * Unfinished films and episodes, then for each series the episode after the last watched one. Dropped series
 * are left out. `watched`: the last episodes, if the caller has already read them.
 */
export async function upNext(
  service: Service,
  { userId, origin, words }: Reader,
  watched?: SessionRow[],
): Promise<ListItem[]> {
  const { unfinished, following } = await findUpNext(service, userId, watched);
  return [
    ...unfinished.map((row) => toListItem(row, origin, words)),
    ...following.map(({ title }) => titleToListItem(title, origin, words)),
  ].slice(0, LIST_LIMIT);
}

export async function findUpNext(service: Service, userId: string, watched?: SessionRow[]): Promise<UpNext> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const unfinished = await findUnfinished(service, userId, allowance);
  const begun = new Set(unfinished.filter(({ type }) => type === 'episode').map(({ tmdbId }) => tmdbId));
  const last = (watched ?? (await service.store.sessions.lastEpisodes(userId))).filter(
    ({ tmdbId }) => !begun.has(tmdbId),
  );
  return { unfinished, following: await nextEpisodes(service, userId, last, allowance) };
}

/** The series that a person has dropped, latest first. A series without a viewing has no title. */
export async function droppedShows(
  service: Service,
  userId: string,
  origin: string,
): Promise<z.infer<typeof droppedSchema>[]> {
  const { droppedShows: dropped, findViewings } = service.store;
  const shows = await dropped.list(userId);
  return Promise.all(
    shows.map(async ({ showId, droppedAt }) => {
      const works = [`show:${String(showId)}`];
      const rows = await findViewings.find(userId, { works, zone: 'UTC' }, { limit: 1 });
      const [row] = await nameMedia(service, rows);
      const series = {
        media: '',
        type: 'episode' as const,
        tmdbId: showId,
        episodeId: null,
        seasonNumber: null,
        episodeNumber: null,
        title: row?.title ?? null,
        episodeTitle: null,
        year: row?.year ?? null,
      };
      const { url: _, ...media } = toMediaRecord(series, origin);
      const url = `${origin}/series/${String(showId)}`;
      return { media: { ...media, url }, droppedAt: new Date(droppedAt).toISOString() };
    }),
  );
}

/**
 * Maximum requests to the film database for the next episodes of one list. Series watched last come first.
 * The answers are cached, so each request for the list completes more of it.
 */
const FOLLOWING_REQUEST_LIMIT = 4;

/** A series, and the next episode of it for the person. */
export type NextEpisode = Readonly<{
  showId: number;
  title: Title;
}>;

/**
 * For each of these series: the first aired episode after the last viewing that the person has not watched.
 * So after a rewatch of the beginning, episodes watched before are skipped. A special leads only to the next
 * special, and only if nothing else of the series was watched.
 */
export async function nextEpisodes(
  service: Service,
  userId: string,
  last: SessionRow[],
  allowance = createAllowance({ requests: FOLLOWING_REQUEST_LIMIT }),
): Promise<NextEpisode[]> {
  const places = last.flatMap(({ tmdbId, seasonNumber, episodeNumber }) =>
    tmdbId === null || seasonNumber === null || episodeNumber === null
      ? []
      : [{ tmdbId, seasonNumber, episodeNumber }],
  );
  const { watchedTitles } = service.store;
  const findWatched = together(async (media) => new Set((await watchedTitles.among(userId, media)).keys()));
  const found = await Promise.all(
    places.map((place) => findNext(service.catalogue, place, findWatched, allowance)),
  );
  return found.flatMap((title) => (title === undefined ? [] : [{ showId: title.tmdbId, title }]));
}

/** The unfinished titles, without episodes of series that were dropped since. */
async function findUnfinished(service: Service, userId: string, allowance: Allowance): Promise<SessionRow[]> {
  const { sessions, droppedShows } = service.store;
  const dropped = new Map(
    (await droppedShows.list(userId)).map(({ showId, droppedAt }) => [showId, droppedAt]),
  );
  const isDropped = ({ type, tmdbId, updatedAt }: SessionRow) =>
    type === 'episode' && tmdbId !== null && (dropped.get(tmdbId) ?? 0) >= updatedAt;
  const unfinished = (await sessions.unfinished(userId, READ_LIMIT)).filter((row) => !isDropped(row));
  return nameMedia(service, onceEach(unfinished).slice(0, LIST_LIMIT), allowance);
}

/** Keeps only the first row of each series: the episode that was played last. */
function onceEach(rows: SessionRow[]): SessionRow[] {
  const seen = new Set<number>();
  return rows.filter(({ type, tmdbId }) => {
    if (type === 'movie' || tmdbId === null) return true;
    const isNew = !seen.has(tmdbId);
    seen.add(tmdbId);
    return isNew;
  });
}

/** Combines the simultaneous questions of all series into one query. */
function together(ask: FindWatched): FindWatched {
  let next: Readonly<{ media: string[]; answer: Promise<ReadonlySet<string>> }> | undefined;
  return (media) => {
    if (next === undefined) {
      const all: string[] = [];
      const askAll = () => {
        next = undefined;
        return ask(all);
      };
      next = { media: all, answer: setImmediate().then(askAll) };
    }
    next.media.push(...media);
    return next.answer;
  };
}
