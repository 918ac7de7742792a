import type { ListItem } from '../../protocol/tracker/list-item';
import { createAllowance, type Allowance } from '../catalogue/allowance';
import type { Title } from '../catalogue/catalogue';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import { nameMedia } from './name-media';
import type { Reader } from './reader';
import { toListItem } from './session-records';
import { titleToListItem } from './title-records';

/** Most entries of the list. */
const LIST_LIMIT = 20;

/**
 * Most requests to the film database that one list costs; the newest series first. The popup asks for the
 * list each time it opens, and each time more of it is stored.
 */
const REQUEST_LIMIT = 4;

/**
 * Unfinished films and episodes, then for each series the episode after the last watched one; none of a
 * series that its person has dropped. A series with an unfinished episode is listed once. `watched`: the last
 * episodes, where the caller has read them.
 */
export async function upNext(
  service: Service,
  { userId, origin, words }: Reader,
  watched?: readonly SessionRow[],
): Promise<ListItem[]> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const unfinished = await findUnfinished(service, userId, allowance);
  const seriesInList = new Set(
    unfinished.filter(({ type }) => type === 'episode').map(({ tmdbId }) => tmdbId),
  );
  const lastEpisodes = (watched ?? (await service.store.sessions.lastEpisodes(userId))).filter(
    ({ tmdbId }) => !seriesInList.has(tmdbId),
  );
  const following = await Promise.all(lastEpisodes.map((row) => findFollowing(service, row, allowance)));
  return [
    ...unfinished.map((row) => toListItem(row, origin, words)),
    ...following.flatMap((title) => (title === undefined ? [] : [titleToListItem(title, origin, words)])),
  ].slice(0, LIST_LIMIT);
}

/** Without episodes of series that were dropped after them. */
async function findUnfinished(service: Service, userId: string, allowance: Allowance): Promise<SessionRow[]> {
  const { sessions, droppedShows } = service.store;
  const dropped = new Map(
    (await droppedShows.list(userId)).map(({ showId, droppedAt }) => [showId, droppedAt]),
  );
  const isDropped = ({ type, tmdbId, updatedAt }: SessionRow) =>
    type === 'episode' && tmdbId !== null && (dropped.get(tmdbId) ?? 0) >= updatedAt;
  const unfinished = (await sessions.unfinished(userId, LIST_LIMIT)).filter((row) => !isDropped(row));
  return nameMedia(service, unfinished, allowance);
}

/** The next episode. `undefined`: there is none, or the film database cannot be asked. */
async function findFollowing(
  service: Service,
  row: SessionRow,
  allowance: Allowance,
): Promise<Title | undefined> {
  const { tmdbId, seasonNumber, episodeNumber } = row;
  if (tmdbId === null || seasonNumber === null || episodeNumber === null) return undefined;
  try {
    return await service.catalogue.next({ tmdbId, seasonNumber, episodeNumber }, allowance);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
