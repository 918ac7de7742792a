import * as z from 'zod/mini';
import { durationSchema } from './duration';
import { mediaFields } from './media-fields';

/**
 * Body of `POST /scrobble`. Documented: the fields, which of them are required, that they are integers, and
 * the minimum of `tmdbId`, `tvShowId`, `seasonNumber` and `episodeNumber`. Ours: `progress` from 0,
 * `duration` and `id` from 1, the longest `duration`, `age`, no other field.
 */
export const scrobbleInputSchema = z.strictObject({
  ...mediaFields,
  /** Seconds already played. */
  progress: z.int().check(z.minimum(0)),
  duration: durationSchema,
  /**
   * Seconds since this was the position, by the clock of the device that saw it. Absent, or more than a year:
   * now.
   */
  age: z.optional(z.int().check(z.minimum(0))),
});

export type ScrobbleInput = z.infer<typeof scrobbleInputSchema>;
