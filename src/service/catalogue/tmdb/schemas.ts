/**
 * The fields of the film database that the catalogue reads: developer.themoviedb.org, version 3. A field or
 * list entry in another format counts as absent; only an answer without its id is refused.
 */
import * as z from 'zod/mini';

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;

const id = z.int().check(z.minimum(1));
export const text = orElse(z.optional(z.pipe(z.string(), z.transform(toLine))), undefined);
const amount = orElse(z.optional(z.number().check(z.minimum(0), z.maximum(100_000))), undefined);

/** Maximum length of a name in characters. */
const LONGEST_NAME = 300;
/** Maximum number of entries of a list that are read. */
const MOST_ENTRIES = 2000;

function toLine(value: string): string | undefined {
  const line = value
    .slice(0, LONGEST_NAME * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return line === '' ? undefined : line;
}

/** A list of the entries that fit the schema; empty if the field is no list. */
export function listOf<T>(entry: z.ZodMiniType<T>) {
  return orElse(z.pipe(z.array(z.unknown()), z.transform(fittingEntries(entry))), []);
}

/**
 * Like `listOf`, for a list that is the whole answer. It is refused if it is no list, or if it has entries
 * and none fits.
 */
function answerOf<T>(entry: z.ZodMiniType<T>) {
  const fits = (entries: unknown[]) =>
    entries.length === 0 || entries.some((one) => z.safeParse(entry, one).success);
  return z.pipe(z.array(z.unknown()).check(z.refine(fits)), z.transform(fittingEntries(entry)));
}

function fittingEntries<T>(entry: z.ZodMiniType<T>) {
  return (entries: unknown[]): T[] =>
    entries.slice(0, MOST_ENTRIES).flatMap((one) => {
      const read = z.safeParse(entry, one);
      return read.success ? [read.data] : [];
    });
}

const work = { id, original_language: text, poster_path: text, popularity: amount };

/** A result of `/search/movie`, and the same fields of `/movie/{id}`. */
const movieHit = { ...work, title: text, original_title: text, release_date: text };
const seriesHit = { ...work, name: text, original_name: text, first_air_date: text };

export const movieSearchSchema = z.object({ results: answerOf(z.object(movieHit)) });
export const seriesSearchSchema = z.object({ results: answerOf(z.object(seriesHit)) });
export const releasesSchema = z.object({
  results: answerOf(z.object(movieHit)),
  total_results: orElse(z.int().check(z.minimum(0)), 0),
});
export type MovieHit = z.infer<typeof movieSearchSchema>['results'][number];
export type SeriesHit = z.infer<typeof seriesSearchSchema>['results'][number];

/** A name is "" if it equals the original one. */
const translationSchema = z.object({
  iso_639_1: text,
  iso_3166_1: text,
  data: z.object({ title: text, name: text }),
});
const translations = orElse(z.object({ translations: listOf(translationSchema) }), { translations: [] });
export type Translation = z.infer<typeof translationSchema>;

/** `type` is free text: "season 2", "romaji", "short title". */
const alternativeSchema = z.object({ title: text, iso_3166_1: text, type: text });
const noAlternatives = { titles: [], results: [] };
const alternatives = orElse(
  z.object({ titles: listOf(alternativeSchema), results: listOf(alternativeSchema) }),
  noAlternatives,
);
export type Alternative = z.infer<typeof alternativeSchema>;

/** `/movie/{id}` with its names; `runtime` is minutes. */
export const movieSchema = z.object({
  ...movieHit,
  runtime: amount,
  imdb_id: text,
  translations,
  alternative_titles: alternatives,
});
export type Movie = z.infer<typeof movieSchema>;

const seasonBriefSchema = z.object({
  season_number: amount,
  episode_count: amount,
  air_date: text,
  name: text,
});
const nextEpisodeSchema = z.object({
  id,
  season_number: z.int(),
  episode_number: z.int().check(z.minimum(1)),
  name: text,
  air_date: text,
});
const lastEpisodeSchema = z.object({ season_number: z.int(), episode_number: z.int(), runtime: amount });

/** `/tv/{id}` with its names. The keys `season/{number}` hold the appended seasons. */
export const seriesSchema = z.looseObject({
  ...seriesHit,
  status: text,
  episode_run_time: listOf(z.number()),
  seasons: listOf(seasonBriefSchema),
  last_episode_to_air: orElse(z.nullish(lastEpisodeSchema), undefined),
  next_episode_to_air: orElse(z.nullish(nextEpisodeSchema), undefined),
  external_ids: orElse(z.object({ imdb_id: text }), {}),
  translations,
  alternative_titles: alternatives,
});
export type Series = z.infer<typeof seriesSchema>;

/** An episode of `/tv/{id}/season/{number}`; `runtime` is minutes. `id` is an id of this database only. */
const episodeSchema = z.object({
  id: orElse(z.optional(id), undefined),
  episode_number: z.int().check(z.minimum(1)),
  name: text,
  runtime: amount,
  air_date: text,
});
export type Episode = z.infer<typeof episodeSchema>;

/** `/tv/{id}/season/{number}` */
export const seasonSchema = z.object({ episodes: answerOf(episodeSchema) });

/** `/tv/{id}` of which only the appended seasons are read. */
export const appendedSeasonsSchema = z.looseObject({ id });

/** `/tv/{id}/season/{number}/episode/{number}/translations` */
export const episodeNamesSchema = z.object({ translations: answerOf(translationSchema) });

/** `/find/{id}` */
export const foundSchema = z.object({
  movie_results: answerOf(z.object({ id })),
  tv_results: answerOf(z.object({ id })),
  tv_episode_results: answerOf(z.object({ show_id: id, season_number: z.int(), episode_number: z.int() })),
});
