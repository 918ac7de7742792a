import { defined } from '../../core/values/defined';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Service } from '../http/environment';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import type { Position } from '../../core/library/next-session';

/** An added viewing, and the position of the session that it ended. */
export type AddedViewing = Readonly<{
  id: string;
  open: Position | undefined;
}>;

/**
 * Adds a viewing of a film or an episode, with the length that the catalogue states. It also finishes a begun
 * session of the title. `watchedAt`: milliseconds since 1970.
 */
export async function addWatched(
  service: Service,
  userId: string,
  ids: MediaIds,
  watchedAt: number,
): Promise<AddedViewing> {
  const { sessions, playback, viewings } = service.store;
  const [open] = await sessions.openAmong(userId, [mediaKey(ids)]);
  const duration = open?.duration || (await runtimeOf(service, ids));
  if (open !== undefined) await playback.discard(userId, ids);
  const id = `page-${crypto.randomUUID()}`;
  await viewings.put(userId, id, {
    ids,
    position: { progress: duration, duration },
    startedAt: Math.max(0, watchedAt - duration * 1000),
    watchedAt,
  });
  return { id, open };
}

/** Seconds; 0 where nobody knows it. */
async function runtimeOf({ catalogue }: Service, { episodeId, ...ids }: MediaIds): Promise<number> {
  try {
    const [title] = await catalogue.resolve({ ...ids, ...defined({ id: episodeId }) });
    return title?.runtime ?? 0;
  } catch (error) {
    if (error instanceof CatalogueError) return 0;
    throw error;
  }
}
