import { CatalogueError } from './catalogue/catalogue';
import type { Service } from './http/environment';
import type { PlaybackRow } from './store/playback';

/** Most look-ups per call: a long list without titles must not become hundreds of requests to the film database at once. */
const mostLookUps = 20;

/** Sessions with the titles that the catalogue knows by now; kept, so that it is asked once. Unknown ones stay with their ids. */
export async function nameMedia(service: Service, rows: PlaybackRow[]): Promise<PlaybackRow[]> {
  const asked = new Map<number, Promise<Partial<PlaybackRow>>>();
  return Promise.all(
    rows.map(async (row) => {
      if (row.title !== null) return row;
      const known = asked.get(row.mediaId);
      if (known === undefined && asked.size >= mostLookUps) return row;
      const names = known ?? lookUp(service, row);
      asked.set(row.mediaId, names);
      return { ...row, ...(await names) };
    }),
  );
}

async function lookUp(service: Service, row: PlaybackRow): Promise<Partial<PlaybackRow>> {
  try {
    const [title] = await service.catalogue.resolve({
      type: row.type,
      ...(row.tmdbId !== null && { tmdbId: row.tmdbId }),
      ...(row.episodeId !== null && { id: row.episodeId }),
      ...(row.seasonNumber !== null && { seasonNumber: row.seasonNumber }),
      ...(row.episodeNumber !== null && { episodeNumber: row.episodeNumber }),
    });
    if (title === undefined) return {};
    service.store.playback.name(row.mediaId, title);
    return { title: title.title, episodeTitle: title.episodeTitle ?? null, year: title.year ?? null };
  } catch (error) {
    // The list is worth more than its titles: it is asked again next time.
    if (error instanceof CatalogueError) return {};
    throw error;
  }
}
