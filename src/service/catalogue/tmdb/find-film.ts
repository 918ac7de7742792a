import * as z from 'zod/mini';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import type { Get } from './client';
import { findByImdbId } from './find-by-imdb-id';
import { movieSchema, type Movie } from './schemas';
import { toFilm, yearOf } from './to-title';

/** Most films that a search returns. */
const RESULT_LIMIT = 10;

/** The film by its id, otherwise the films that a search by title finds, best first. */
export async function findFilms(get: Get, request: ResolveRequest): Promise<Title[]> {
  const id = await filmId(get, request);
  const film = id === undefined ? undefined : await get(`/movie/${String(id)}`, movieSchema);
  if (film !== undefined) return [toFilm(film)];
  return request.title === undefined ? [] : searchFilms(get, request.title, request.year);
}

async function filmId(get: Get, { id, tmdbId = id, imdbId }: ResolveRequest): Promise<number | undefined> {
  if (tmdbId !== undefined || imdbId === undefined) return tmdbId;
  return (await findByImdbId(get, imdbId))?.movie_results[0]?.id;
}

async function searchFilms(get: Get, title: string, year: number | undefined): Promise<Title[]> {
  const found = await get('/search/movie', searchSchema, { query: title });
  return (
    (found?.results ?? [])
      // A remake has the same title, so the year decides. Sources may differ by one year.
      .filter((film) => year === undefined || Math.abs((yearOf(film.release_date) ?? year) - year) <= 1)
      .map((film) => ({ film, score: scoreOf(title, film) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, RESULT_LIMIT)
      .map(({ film }) => toFilm(film))
  );
}

const searchSchema = z.object({ results: z.array(movieSchema) });

function scoreOf(title: string, film: Movie): number {
  return Math.max(titleScore(title, film.title), titleScore(title, film.original_title ?? film.title));
}
