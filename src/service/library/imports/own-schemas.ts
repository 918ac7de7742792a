import * as z from 'zod/mini';
import { parseJson } from '../../../core/values/parse-json';
import { mediaTypeSchema } from '../../../protocol/tracker/media-fields';
import { listKindSchema, visibilitySchema } from '../../../protocol/tracker/lists';
import { siteIdSchema, siteNameSchema } from '../../../protocol/tracker/site-ids';
import { longestDuration } from '../../../protocol/tracker/duration';
import { replacedSchema } from '../../store/held-ratings';
import { heldReasons } from '../../store/held-titles';

/** An id in our own export. All of its entries are checked, because anybody can have written the file. */
export const idSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));
const timeSchema = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000));
const keySchema = z
  .string()
  .check(
    z.regex(/^(?:(?:movie|show|episode):\d{1,15}|season:\d{1,15}:\d{1,9}|episode:\d{1,15}(?::\d{1,9}){2})$/),
  );
const workSchema = z.string().check(z.regex(/^(?:movie|show):\d{1,15}$/));
const text = (longest: number) => z.string().check(z.maxLength(longest));
const note = z.prefault(z.nullable(text(2000)), null);
const episodeId = z.prefault(z.nullable(z.int().check(z.minimum(1))), null);
const number = z.int().check(z.minimum(-1), z.maximum(1_000_000_000));
const place = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));
const workId = z.optional(z.int().check(z.minimum(1)));
const seconds = z.int().check(z.minimum(0), z.maximum(longestDuration));

export const gradeSchema = z.object({
  media: keySchema,
  episodeId,
  rating: z.number().check(z.minimum(1), z.maximum(10)),
  review: z.prefault(z.nullable(text(10_000)), null),
  ratedAt: timeSchema,
});

export const shelfSchema = z.object({
  media: workSchema,
  priority: z.prefault(z.nullable(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))), null),
  format: z.prefault(z.nullable(text(40)), null),
  notes: note,
  addedAt: timeSchema,
});

export const droppedSchema = z.object({ showId: z.int().check(z.minimum(1)), droppedAt: timeSchema });
const sourceIds = z.object({
  tmdb: workId,
  imdb: z.optional(text(20)),
  tvdb: workId,
});
const playedSchema = z.object({
  type: mediaTypeSchema,
  ids: sourceIds,
  seriesIds: z.optional(sourceIds),
  title: z.optional(text(1000)),
  year: place,
  seasonNumber: place,
  episodeNumber: place,
  lastEpisodeNumber: place,
  episodeTitle: z.optional(text(1000)),
});
/** A title as a media server has stated it, as JSON. */
const playedTitle = text(10_000).check(
  z.refine((json) => z.safeParse(playedSchema, parseJson(json)).success),
);

/** `HeldTitle.replaced`. A character of its review may take six characters of JSON. */
const replaced = text(70_000).check(z.refine((json) => z.safeParse(replacedSchema, parseJson(json)).success));

const placeFields = { work: text(1000), season: number, episode: number };
export const choiceSchema = z.object({
  ...placeFields,
  id: idSchema,
  title: playedTitle,
  media: z.union([keySchema, z.literal('none')]),
  shift: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)),
  chosenAt: timeSchema,
});

export const heldSchema = z.object({
  ...placeFields,
  id: idSchema,
  title: playedTitle,
  // `away` becomes `unknown`: the tracker would look the title up and record it without asking the person.
  reason: z.pipe(
    z.enum(heldReasons),
    z.transform((reason) => (reason === 'away' ? 'unknown' : reason)),
  ),
  progress: seconds,
  duration: seconds,
  startedAt: timeSchema,
  updatedAt: timeSchema,
  watchedAt: z.nullable(timeSchema),
  choiceId: z.nullable(idSchema),
  media: z.nullable(keySchema),
  halves: z.prefault(z.nullable(z.int().check(z.minimum(2), z.maximum(20))), null),
  ratedAt: z.prefault(z.nullable(timeSchema), null),
  replaced: z.prefault(z.nullable(replaced), null),
});

export const saidSchema = z.object({
  site: siteNameSchema,
  siteId: siteIdSchema,
  work: z.string().check(z.regex(/^(?:movie|tv)\/\d{1,15}$/)),
  saidAt: timeSchema,
});

export const listSchema = z.object({
  id: idSchema,
  name: text(200),
  description: note,
  // Imported lists are private: anybody can have written the file, so an import must not publish anything.
  visibility: z.pipe(
    visibilitySchema,
    z.transform(() => 'PRIVATE' as const),
  ),
  kind: listKindSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});

export const entrySchema = z.object({ media: keySchema, episodeId, notes: note, addedAt: timeSchema });
