import type { ListItem } from '../../protocol/tracker/list-item';
import { CatalogueError, type Title } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import { nameMedia } from './name-media';
import { toListItem } from './session-records';
import { titleToListItem } from './title-records';

/** Most entries of the list. */
const LIST_LIMIT = 20;

/** Most of the latest sessions that are searched for unfinished ones. */
const SEARCH_LIMIT = 200;

/**
 * Unfinished films and episodes, then for each series the episode after the last watched one. A series with
 * an unfinished episode is listed once.
 */
export async function upNext(service: Service, userId: number, origin: string): Promise<ListItem[]> {
  const unfinished = await findUnfinished(service, userId);
  const seriesInList = new Set(
    unfinished.filter(({ type }) => type === 'episode').map(({ tmdbId }) => tmdbId),
  );
  const lastEpisodes = service.store.sessions
    .lastEpisodes(userId)
    .filter(({ tmdbId }) => !seriesInList.has(tmdbId));
  const following = await Promise.all(lastEpisodes.map((row) => findFollowing(service, row)));
  return [
    ...unfinished.map((row) => toListItem(row, origin)),
    ...following.flatMap((title) => (title === undefined ? [] : [titleToListItem(title, origin)])),
  ].slice(0, LIST_LIMIT);
}

async function findUnfinished(service: Service, userId: number): Promise<SessionRow[]> {
  const latest = await nameMedia(service, service.store.sessions.latest(userId, SEARCH_LIMIT, 0));
  return latest.filter((row) => row.watchedAt === null && row.progress > 0).slice(0, LIST_LIMIT);
}

/** The next episode. `undefined`: there is none, or the film database is out of reach. */
async function findFollowing(service: Service, row: SessionRow): Promise<Title | undefined> {
  const { tmdbId, seasonNumber, episodeNumber } = row;
  if (tmdbId === null || seasonNumber === null || episodeNumber === null) return undefined;
  try {
    return await service.catalogue.next(tmdbId, seasonNumber, episodeNumber);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
