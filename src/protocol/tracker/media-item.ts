import * as z from 'zod/mini';
import { externalIdSchema } from './media-fields';

/** A film, a series, a season or an episode in a list of API v1. */
const mediaItemTypeSchema = z.enum(['movie', 'tv', 'season', 'episode']);

/**
 * An entry of a list of API v1, in both of its documented formats at once. With `minimal` it has only its
 * type and ids.
 */
export const mediaItemFields = {
  type: mediaItemTypeSchema,
  /** The work itself; for an episode its own id, absent while only its place in the series is known. */
  id: z.optional(externalIdSchema),
  tmdbId: z.optional(externalIdSchema),
  /** The series of a season or an episode. */
  tvShowId: z.optional(externalIdSchema),
  seasonNumber: z.optional(z.int()),
  episodeNumber: z.optional(z.int()),
  /** Of the film or series. `info.title` is that of the episode, where it has one. */
  title: z.optional(z.string()),
  year: z.optional(z.int()),
  /** A path on the picture host of the film database; `null`: not known. */
  posterPath: z.optional(z.nullable(z.string())),
  info: z.optional(
    z.object({
      title: z.string(),
      mediatype: z.enum(['movie', 'tvshow', 'season', 'episode']),
      tvshowtitle: z.optional(z.string()),
      year: z.optional(z.int()),
      season: z.optional(z.int()),
      episode: z.optional(z.int()),
      /** Seconds. */
      duration: z.optional(z.int()),
    }),
  ),
  art: z.optional(z.object({ poster: z.optional(z.string()) })),
  /** Ours: the second line, and the page about it on the tracker. */
  subtitle: z.optional(z.string()),
  url: z.optional(z.string()),
};

const mediaItemSchema = z.object(mediaItemFields);

export type MediaItem = z.infer<typeof mediaItemSchema>;

const id = z.optional(z.nullable(externalIdSchema));

/** The fields by which API v1 identifies a work; absent ones may be `null`. Unknown fields are ignored. */
export const workFields = {
  /** Of the work itself. */
  id,
  /** The film or series; of an episode its series. */
  tmdbId: id,
  tvShowId: id,
  seasonNumber: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  episodeNumber: z.optional(z.nullable(z.int().check(z.minimum(1)))),
};

export const successSchema = z.object({ success: z.literal(true) });

/** A text that a person writes; `null` and "" mean none. */
export const noteSchema = (longest: number) => z.optional(z.nullable(z.string().check(z.maxLength(longest))));

const digits = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => Number(text)),
  );

const foundId = z.optional(z.nullable(z.union([externalIdSchema, digits(/^[1-9]\d{0,14}$/)])));

const count = z.optional(z.nullable(z.union([z.int().check(z.minimum(0)), digits(/^\d{1,6}$/)])));

const imdbId = z.optional(z.nullable(z.string().check(z.regex(/^tt\d{5,10}$/))));

const title = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500))));

/** Body of `POST /media/resolve`, and an item of `POST /media/resolve/batch`. Numbers may be texts. */
export const findMediaSchema = z.object({
  type: z.optional(z.nullable(z.enum(['movie', 'tv', 'episode']))),
  imdbId,
  imdb_id: imdbId,
  tmdbId: foundId,
  tmdb_id: foundId,
  title,
  year: count,
  tvShowId: foundId,
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
