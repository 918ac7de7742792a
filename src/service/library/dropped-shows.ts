import type * as z from 'zod/mini';
import type { droppedSchema } from '../../protocol/tracker/history-changes';
import type { Service } from '../http/environment';
import { nameMedia } from './name-media';
import { toMediaRecord } from './session-records';

/** The series that a person has dropped, the last one first; those without a viewing have no title. */
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
