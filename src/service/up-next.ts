import type { ListItem } from '../protocol/tracker';
import { CatalogueError } from './catalogue/catalogue';
import type { Service } from './http/environment';
import { titleToListItem, toListItem } from './media-view';
import { nameMedia } from './name-media';

/** What to go on with: films and episodes that were begun, then of each series the episode after the last one watched. */
export async function upNext(service: Service, userId: number, origin: string): Promise<ListItem[]> {
  const { playback } = service.store;
  const current = await nameMedia(service, playback.current(userId, 200, 0));
  const begun = current.filter((row) => row.watchedAt === null && row.progress > 0).slice(0, 20);
  const inHand = new Set(begun.map((row) => `${row.type}:${String(row.tmdbId)}`));
  const waiting = playback.lastEpisodes(userId).filter((row) => !inHand.has(`episode:${String(row.tmdbId)}`));
  const following = await Promise.all(
    waiting.map(async ({ tmdbId, seasonNumber, episodeNumber }) => {
      if (tmdbId === null || seasonNumber === null || episodeNumber === null) return [];
      const next = await findNext(service, tmdbId, seasonNumber, episodeNumber);
      return next === undefined ? [] : [titleToListItem(next, origin)];
    }),
  );
  return [...begun.map((row) => toListItem(row, origin)), ...following.flat()].slice(0, 20);
}

async function findNext(service: Service, tmdbId: number, seasonNumber: number, episodeNumber: number) {
  try {
    return await service.catalogue.next(tmdbId, seasonNumber, episodeNumber);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
