import * as z from 'zod/mini';

/** Documented: `movie` or `episode`. */
export const mediaTypeSchema = z.enum(['movie', 'episode']);

/** Documented: an id of the external film database, from 1. */
export const externalIdSchema = z.int().check(z.minimum(1));

/** Documented: from 0, the season of the specials. */
export const seasonNumberSchema = z.int().check(z.minimum(0));

/** Documented: from 1. */
export const episodeNumberSchema = z.int().check(z.minimum(1));

/** The fields that name a film or an episode, as in `POST /scrobble`. */
export const mediaFields = {
  type: mediaTypeSchema,
  /** The film or the episode. */
  id: z.optional(externalIdSchema),
  /** The film, or the series of an episode. */
  tmdbId: z.optional(externalIdSchema),
  tvShowId: z.optional(externalIdSchema),
  seasonNumber: z.optional(seasonNumberSchema),
  episodeNumber: z.optional(episodeNumberSchema),
};

/** A film or an episode by its ids. */
export const mediaReferenceSchema = z.strictObject(mediaFields);
export type MediaReference = z.infer<typeof mediaReferenceSchema>;
