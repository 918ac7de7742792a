import * as z from 'zod/mini';
import { episodeNumberSchema, externalIdSchema, mediaTypeSchema, seasonNumberSchema } from './media-fields';
import { siteIdSchema, siteNameSchema } from './site-ids';

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** The site's own id of the film or series, by the id of its connector. */
const siteIdsSchema = z
  .record(siteNameSchema, siteIdSchema)
  .check(z.refine((ids) => Object.keys(ids).length <= MOST_SITE_IDS));
const MOST_SITE_IDS = 4;

/**
 * Body of `POST /matinee/resolve`. Ours.
 * One of these is required: `id`, `tmdbId`, `tvShowId`, `imdbId`, `tvdbId`, `siteIds`, `title` (film),
 * `seriesTitle` (episode). An episode also needs `episodeNumber` or `episodeTitle`, unless `id`, `imdbId` or
 * `tvdbId` identifies the episode itself.
 */
export const resolveRequestSchema = z.strictObject({
  type: mediaTypeSchema,
  /** The film or the episode. */
  id: z.optional(externalIdSchema),
  /** The film, or the series of an episode. */
  tmdbId: z.optional(externalIdSchema),
  tvShowId: z.optional(externalIdSchema),
  imdbId: z.optional(z.string().check(z.regex(/^tt\d{5,10}$/))),
  /** Of the series or the episode, at thetvdb.com. */
  tvdbId: z.optional(externalIdSchema),
  /** `{"netflix": "81747912"}`: a work known by such an id is certain, whatever its title on the page. */
  siteIds: z.optional(siteIdsSchema),
  title: z.optional(title),
  /** Of the film, or of the first season. */
  year: z.optional(z.int().check(z.minimum(1870), z.maximum(2200))),
  seriesTitle: z.optional(title),
  /** Absent: `episodeNumber` counts through all seasons. */
  seasonNumber: z.optional(seasonNumberSchema),
  episodeNumber: z.optional(episodeNumberSchema),
  episodeTitle: z.optional(title),
  /** The language of the page's titles: `de`, `pt-BR`. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/))),
});
export type ResolveRequest = z.infer<typeof resolveRequestSchema>;

/** A name of a work: a translation has `language`, an alternative title `country`. */
const knownNameSchema = z.object({
  title: z.string(),
  language: z.optional(z.string()),
  country: z.optional(z.string()),
  /** The name is that of this season, not of the series. */
  season: z.optional(seasonNumberSchema),
});

/** A season as the film database counts it; 0 holds the specials. */
const seasonLengthSchema = z.object({ number: seasonNumberSchema, episodes: z.int() });

const candidateSchema = z.object({
  type: mediaTypeSchema,
  /** The film, or the series of an episode. */
  tmdbId: z.optional(externalIdSchema),
  tvShowId: z.optional(externalIdSchema),
  /** The episode's own external id. */
  id: z.optional(externalIdSchema),
  imdbId: z.optional(z.string()),
  seasonNumber: z.optional(seasonNumberSchema),
  episodeNumber: z.optional(episodeNumberSchema),
  /** The title of the film or series, in the language of the request if it has a name in it. */
  title: z.string(),
  originalTitle: z.optional(z.string()),
  /** ISO 639. */
  originalLanguage: z.optional(z.string()),
  /** Other names of the film or series. Absent: not looked up. */
  titles: z.optional(z.array(knownNameSchema)),
  seriesTitle: z.optional(z.string()),
  episodeTitle: z.optional(z.string()),
  episodeTitles: z.optional(z.array(knownNameSchema)),
  seasons: z.optional(z.array(seasonLengthSchema)),
  year: z.optional(z.int()),
  popularity: z.optional(z.number()),
  posterUrl: z.optional(z.string()),
  /** The page about it on the tracker. */
  url: z.optional(z.string()),
  /** Seconds. */
  runtime: z.optional(z.int()),
  /** The fact of the question by which the work was identified, beyond its title and numbers. */
  matchedBy: z.optional(z.enum(['siteId', 'externalId', 'airDate'])),
  /** How certain the tracker is that this is the requested work. Documented. */
  matchConfidence: z.optional(z.enum(['high', 'medium', 'low'])),
});
export type MediaCandidate = z.infer<typeof candidateSchema>;

/** `data` of `POST /matinee/resolve`. Ours. `candidates`: all hits of a search by title, best first. */
export const resolvedMediaSchema = z.extend(candidateSchema, {
  candidates: z.optional(z.array(candidateSchema)),
});
export type ResolvedMedia = z.infer<typeof resolvedMediaSchema>;
