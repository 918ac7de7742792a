import type * as z from 'zod/mini';
import type { Get } from './client';
import { foundSchema } from './schemas';

/** What has this IMDb id: a film, a series or an episode. */
export function findByImdbId(get: Get, imdbId: string): Promise<z.infer<typeof foundSchema> | undefined> {
  return get(`/find/${imdbId}`, foundSchema, { external_source: 'imdb_id' });
}
