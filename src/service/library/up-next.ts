import type { ListItem } from '../../protocol/tracker/list-item';
import { createAllowance, type Allowance } from '../catalogue/allowance';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import { nameMedia } from './name-media';
import { nextEpisodes, type NextEpisode } from './next-episodes';
import type { Reader } from './reader';
import { toListItem } from './session-records';
import { titleToListItem } from './title-records';

/** Limits of entries in the list, and of rows from which they are chosen. */
const LIST_LIMIT = 20;
const READ_LIMIT = 100;

/** Limit of requests to the film database for the names of unfinished titles. */
const REQUEST_LIMIT = 4;

/** What a person can watch next. A series with an unfinished episode is listed once. */
type UpNext = Readonly<{
  /** Begun and not watched. */
  unfinished: readonly SessionRow[];
  following: readonly NextEpisode[];
}>;

/**
 * Unfinished films and episodes, then for each series the episode after the last watched one. Dropped series
 * are left out. `watched`: the last episodes, if the caller has already read them.
 */
export async function upNext(
  service: Service,
  { userId, origin, words }: Reader,
  watched?: readonly SessionRow[],
): Promise<ListItem[]> {
  const { unfinished, following } = await findUpNext(service, userId, watched);
  return [
    ...unfinished.map((row) => toListItem(row, origin, words)),
    ...following.map(({ title }) => titleToListItem(title, origin, words)),
  ].slice(0, LIST_LIMIT);
}

export async function findUpNext(
  service: Service,
  userId: string,
  watched?: readonly SessionRow[],
): Promise<UpNext> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const unfinished = await findUnfinished(service, userId, allowance);
  const begun = new Set(unfinished.filter(({ type }) => type === 'episode').map(({ tmdbId }) => tmdbId));
  const last = (watched ?? (await service.store.sessions.lastEpisodes(userId))).filter(
    ({ tmdbId }) => !begun.has(tmdbId),
  );
  return { unfinished, following: await nextEpisodes(service, userId, last, allowance) };
}

/** Without episodes of series that were dropped later. */
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

/** For each series, the episode that was played last. */
function onceEach(rows: readonly SessionRow[]): SessionRow[] {
  const seen = new Set<number>();
  return rows.filter(({ type, tmdbId }) => {
    if (type === 'movie' || tmdbId === null) return true;
    const isNew = !seen.has(tmdbId);
    seen.add(tmdbId);
    return isNew;
  });
}
