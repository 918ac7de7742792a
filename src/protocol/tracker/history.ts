import * as z from 'zod/mini';
import { mediaTypeSchema, externalIdSchema, mediaFields } from './media-fields';

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

const idSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Body of `POST /removals`. Ours. */
export const removalInputSchema = z.strictObject({
  ids: z.array(idSchema).check(z.minLength(1), z.maxLength(100)),
});

/** `data` of it; `undo` is the body of `POST /removals/undo`. Ours. */
export const removalSchema = z.object({ removed: z.int(), undo: z.string() });

/** Body of `POST /removals/undo`. Ours. */
export const restoreInputSchema = z.strictObject({ undo: idSchema });

/** `data` of it. Ours. */
export const restoredSchema = z.object({ restored: z.int() });

/** Body of `POST /marks`: the episodes before `beforeEpisode`; without it the whole season. Ours. */
export const markInputSchema = z.strictObject({
  tvShowId: externalIdSchema,
  seasonNumber: z.int().check(z.minimum(0)),
  beforeEpisode: z.optional(z.int().check(z.minimum(1))),
  /** Absent: now. */
  watchedAt: z.optional(z.iso.datetime({ offset: true })),
});

/** `data` of the response. `undo` is the id of an import; absent if nothing was added. Ours. */
export const markedSchema = z.object({ added: z.int(), undo: z.optional(z.string()) });

/** An entry of `GET /dropped`: a series that is no longer proposed. Ours. */
export const droppedSchema = z.object({ media: mediaRecordSchema, droppedAt: z.string() });

/**
 * Body of `POST /matinee/companions`: a viewing of the person by its title and time (without a time the last
 * one), and for whom it is added or taken out. Ours.
 */
export const companionsInputSchema = z.strictObject({
  ...mediaFields,
  watchedAt: z.optional(z.iso.datetime({ offset: true })),
  add: z.optional(idSchema),
  remove: z.optional(idSchema),
});

/** `data` of it: those with whom the person watches. Ours. */
export const companionsSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
