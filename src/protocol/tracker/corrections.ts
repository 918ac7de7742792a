import * as z from 'zod/mini';
import { durationSchema } from './duration';
import { mediaRecordSchema } from './history';
import { mediaFields } from './media-fields';

/** A time with its offset: `2026-01-15T20:00:00.000Z`. */
const timeSchema = z.iso.datetime({ offset: true });

/** Body of `PATCH /history/{id}`. Ours. */
export const viewingChangeSchema = z.strictObject({ watchedAt: timeSchema });

/** Body of `PUT /history/{id}`: a viewing as the person states it. Ours. */
export const viewingInputSchema = z.strictObject({
  ...mediaFields,
  watchedAt: timeSchema,
  /** The start of playback. Absent: `progress` seconds before `watchedAt`. */
  startedAt: z.optional(timeSchema),
  duration: durationSchema,
  /** Seconds; absent: the whole duration. */
  progress: z.optional(z.int().check(z.minimum(0))),
});

const ratingSchema = z.number().check(
  z.minimum(1),
  z.maximum(10),
  z.refine((rating) => Number.isInteger(rating * 2), { error: 'must be a multiple of 0.5' }),
);

/** Body of `PUT /ratings`; `null` removes the rating. Ours. */
export const ratingInputSchema = z.strictObject({ ...mediaFields, rating: z.nullable(ratingSchema) });

/** A rating of a film or an episode, an entry of `GET /ratings`. Ours. */
export const ratingRecordSchema = z.object({
  media: mediaRecordSchema,
  rating: ratingSchema,
  ratedAt: z.string(),
});
export type RatingRecord = z.infer<typeof ratingRecordSchema>;

/** `data` of `GET /ratings`, latest rating first. Ours. */
export const ratingsPageSchema = z.object({
  items: z.array(ratingRecordSchema),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});
