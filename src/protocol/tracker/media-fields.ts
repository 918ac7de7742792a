import * as z from 'zod/mini';

/** Documented: `movie` or `episode`. */
export const mediaTypeSchema = z.enum(['movie', 'episode']);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** Documented: an id of the external film database, from 1. */
export const externalIdSchema = z.int().check(z.minimum(1));

/** Documented: from 0, the season of the specials. */
export const seasonNumberSchema = z.int().check(z.minimum(0));

/** Documented: from 1. */
export const episodeNumberSchema = z.int().check(z.minimum(1));
