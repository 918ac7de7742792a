import * as z from 'zod/mini';
import { durationSchema } from './duration';
import { mediaFields } from './media-fields';

/**
 * Body of `POST /scrobble`. Documented: the fields, which of them are required, that they are integers, and
 * the minimum of `tmdbId`, `tvShowId`, `seasonNumber` and `episodeNumber`. Ours: `progress` from 0,
 * `duration` and `id` from 1, the longest `duration`, no other field.
 */
export const scrobbleInputSchema = z.strictObject({
  ...mediaFields,
  /** Seconds already played. */
  progress: z.int().check(z.minimum(0)),
  duration: durationSchema,
});
export type ScrobbleInput = z.infer<typeof scrobbleInputSchema>;
