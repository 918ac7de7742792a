import * as z from 'zod/mini';
import { mediaItemFields, noteSchema, workFields } from './media-item';

/** A time with its offset, or without one: Kodi states its local time, which is read as UTC. */
const timeSchema = z.iso.datetime({ offset: true, local: true });

/** Body of `POST /history`. `count` viewings are added. */
export const historyInputSchema = z.object({
  type: z.enum(['movie', 'tv', 'episode']),
  ...workFields,
  count: z.prefault(z.nullable(z.int().check(z.minimum(1), z.maximum(100))), 1),
  watchedAt: z.optional(z.nullable(timeSchema)),
});

/** An entry of `GET /history`: a title, how often it was watched, and when last. */
export const watchedTitleSchema = z.object({
  ...mediaItemFields,
  watchedAt: z.string(),
  count: z.int(),
  /** The name of `count` in the Kodi client. */
  rewatchCount: z.int(),
  episodeId: z.optional(z.nullable(z.int())),
});

/** Body of `POST /ratings`. */
export const gradeInputSchema = z.object({
  type: z.enum(['movie', 'tv', 'season', 'episode']),
  ...workFields,
  rating: z.int().check(z.minimum(1), z.maximum(10)),
  review: noteSchema(10_000),
});

/** An entry of `GET /ratings`. */
export const gradeSchema = z.object({
  ...mediaItemFields,
  rating: z.int(),
  /** Ours: the person's rating, in steps of 0.5; `rating` is rounded. */
  exactRating: z.number(),
  review: z.optional(z.nullable(z.string())),
  ratedAt: z.string(),
});

/** An entry of `GET /scrobble`: a title that was begun and is not watched yet. */
export const openSessionSchema = z.object({
  ...mediaItemFields,
  mediaId: z.optional(z.int()),
  /** Seconds. */
  progress: z.int(),
  duration: z.int(),
  /** 0 to 100. */
  progressPercent: z.number(),
  updatedAt: z.string(),
});

/** An entry of `GET /upnext`, also in the format of a list. */
export const nextEpisodeSchema = z.object({
  ...mediaItemFields,
  showId: z.int(),
  showTitle: z.optional(z.string()),
  nextEpisode: z.object({
    id: z.optional(z.int()),
    seasonNumber: z.int(),
    episodeNumber: z.int(),
    title: z.optional(z.string()),
    /** `2026-01-15` */
    airDate: z.optional(z.nullable(z.string())),
  }),
  /** Seconds; for an episode that was begun. */
  progress: z.optional(z.int()),
  duration: z.optional(z.int()),
});
