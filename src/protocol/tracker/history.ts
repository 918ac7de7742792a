import * as z from 'zod/mini';
import { mediaTypeSchema } from './media-fields';

export const mediaRecordSchema = z.object({
  type: mediaTypeSchema,
  /** The film, or the series of an episode. */
  tmdbId: z.optional(z.int()),
  tvShowId: z.optional(z.int()),
  /** The episode's own external id. */
  id: z.optional(z.int()),
  seasonNumber: z.optional(z.int()),
  episodeNumber: z.optional(z.int()),
  /** Absent while the catalogue does not know it. */
  title: z.optional(z.string()),
  episodeTitle: z.optional(z.string()),
  year: z.optional(z.int()),
  posterUrl: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type MediaRecord = z.infer<typeof mediaRecordSchema>;

/**
 * A playback session, an entry of `GET /progress`. Ours. `progress` and `duration` are seconds, times ISO
 * 8601.
 */
const playbackRecordSchema = z.object({
  id: z.string(),
  media: mediaRecordSchema,
  progress: z.int(),
  duration: z.int(),
  watched: z.boolean(),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type PlaybackRecord = z.infer<typeof playbackRecordSchema>;

/** A session that reached 90 %, an entry of `GET /history`. Ours. */
export const historyEntrySchema = z.extend(playbackRecordSchema, {
  watchedAt: z.string(),
  /** True: the time of the viewing is unknown, and `watchedAt` means nothing. Otherwise absent. */
  isUndated: z.optional(z.boolean()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const page = {
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  /** The value of `after` for the next page; absent on the last one. */
  next: z.optional(z.string()),
};

/** `data` of `GET /history`: the watched sessions, newest first. Ours. */
export const historyPageSchema = z.object({ items: z.array(historyEntrySchema), ...page });
/** `data` of `GET /progress`: the latest session of each film and episode. Ours. */
export const progressPageSchema = z.object({ items: z.array(playbackRecordSchema), ...page });
export type ProgressPage = z.infer<typeof progressPageSchema>;
