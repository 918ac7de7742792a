import * as z from 'zod/mini';
import { externalIdSchema } from './media-fields';

const digits = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => Number(text)),
  );
const id = z.optional(z.nullable(z.union([externalIdSchema, digits(/^[1-9]\d{0,14}$/)])));
const count = z.optional(z.nullable(z.union([z.int().check(z.minimum(0)), digits(/^\d{1,6}$/)])));
const imdbId = z.optional(z.nullable(z.string().check(z.regex(/^tt\d{5,10}$/))));
const title = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500))));

/** Body of `POST /media/resolve`, and an item of `POST /media/resolve/batch`. Numbers may be texts. */
export const findMediaSchema = z.object({
  type: z.optional(z.nullable(z.enum(['movie', 'tv', 'episode']))),
  imdbId,
  imdb_id: imdbId,
  tmdbId: id,
  tmdb_id: id,
  title,
  year: count,
  tvShowId: id,
  seasonNumber: count,
  episodeNumber: count,
});
export type FindMedia = z.infer<typeof findMediaSchema>;

/** Body of `POST /media/resolve/batch`. An item in another format is left out of the answer. */
export const findMediaBatchSchema = z.object({ items: z.array(z.unknown()).check(z.maxLength(50)) });

/** `data` of `POST /media/resolve`. */
export const foundMediaSchema = z.object({
  /** The film, the series, or the episode itself; absent for an episode of which only its place is known. */
  tmdbId: z.optional(z.int()),
  type: z.enum(['movie', 'tv', 'episode']),
  /** Of the film, the series, or the episode. */
  title: z.string(),
  year: z.optional(z.int()),
  imdbId: z.nullable(z.string()),
  posterUrl: z.nullable(z.string()),
  matchConfidence: z.enum(['high', 'medium', 'low']),
  tvShowId: z.optional(z.int()),
  seriesTitle: z.optional(z.string()),
  seasonNumber: z.optional(z.int()),
  episodeNumber: z.optional(z.int()),
});
export type FoundMedia = z.infer<typeof foundMediaSchema>;

/** `data` of `POST /media/resolve/batch`, by `imdbId`, else by the index of the item. */
export const foundMediaBatchSchema = z.record(z.string(), foundMediaSchema);
