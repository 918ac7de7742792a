/** The fields of the film database that the catalogue reads: developer.themoviedb.org, version 3. */
import * as z from 'zod/mini';

/** `/movie/{id}` and the results of `/search/movie`; `runtime` is minutes. */
export const movieSchema = z.object({
  id: z.int(),
  title: z.string(),
  original_title: z.optional(z.string()),
  release_date: z.optional(z.string()),
  poster_path: z.nullish(z.string()),
  runtime: z.nullish(z.int()),
  imdb_id: z.nullish(z.string()),
});
export type Movie = z.infer<typeof movieSchema>;

/** `/tv/{id}` and the results of `/search/tv`, which lack `seasons`. */
export const seriesSchema = z.object({
  id: z.int(),
  name: z.string(),
  original_name: z.optional(z.string()),
  first_air_date: z.nullish(z.string()),
  poster_path: z.nullish(z.string()),
  seasons: z.optional(z.array(z.object({ season_number: z.int(), episode_count: z.int() }))),
});
export type Series = z.infer<typeof seriesSchema>;

/** `/tv/{id}/season/{number}/episode/{number}`; `runtime` is minutes. */
export const episodeSchema = z.object({
  id: z.int(),
  name: z.string(),
  season_number: z.int(),
  episode_number: z.int(),
  runtime: z.nullish(z.int()),
});
export type Episode = z.infer<typeof episodeSchema>;

/** `/tv/{id}/season/{number}` */
export const seasonSchema = z.object({ episodes: z.array(episodeSchema) });

/** `/find/{imdbId}` */
export const foundSchema = z.object({
  movie_results: z.array(z.object({ id: z.int() })),
  tv_results: z.array(z.object({ id: z.int() })),
  tv_episode_results: z.array(
    z.object({ show_id: z.int(), season_number: z.int(), episode_number: z.int() }),
  ),
});
