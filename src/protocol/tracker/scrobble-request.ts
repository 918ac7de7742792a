import * as z from 'zod/mini';
import { episodeNumberSchema, externalIdSchema, mediaTypeSchema, seasonNumberSchema } from './media-fields';

/**
 * Body of `POST /scrobble`. Documented: the fields, which of them are required, that they are integers, and
 * the minimum of `tmdbId`, `tvShowId`, `seasonNumber` and `episodeNumber`. Ours: `progress` from 0,
 * `duration` and `id` from 1, no other field.
 */
export const scrobbleInputSchema = z.strictObject({
  type: mediaTypeSchema,
  /** Seconds already played. */
  progress: z.int().check(z.minimum(0)),
  /** Seconds. */
  duration: z.int().check(z.minimum(1)),
  /** The film or the episode. */
  id: z.optional(externalIdSchema),
  /** The film, or the series of an episode. */
  tmdbId: z.optional(externalIdSchema),
  tvShowId: z.optional(externalIdSchema),
  seasonNumber: z.optional(seasonNumberSchema),
  episodeNumber: z.optional(episodeNumberSchema),
});
export type ScrobbleInput = z.infer<typeof scrobbleInputSchema>;
