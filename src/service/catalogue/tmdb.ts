import * as z from 'zod/mini';
import type { ResolveRequest } from '../../protocol/tracker';
import { CatalogueError, type Catalogue, type Title } from './catalogue';
import { titleScore } from './compare-titles';

export interface TmdbOptions {
  /** Read access token, sent as Bearer. */
  readonly token: string;
  readonly fetch: typeof fetch;
  /** Answers when the film database knows nothing or cannot be reached. */
  readonly otherwise: Catalogue;
  /** Without a slash at the end. */
  readonly url?: string;
  readonly timeoutMs?: number;
}

/** The catalogue of themoviedb.org, by its interface version 3. */
export function createTmdbCatalogue(options: TmdbOptions): Catalogue {
  const get = createGet(options);
  return {
    async resolve(request) {
      const found = await attempt(() =>
        request.type === 'movie' ? resolveFilm(get, request) : resolveEpisode(get, request),
      );
      if (found.ok && found.value.length > 0) return found.value;
      const known = await options.otherwise.resolve(request);
      // "Could not look" must not become "nothing found": the client would remember that.
      if (known.length === 0 && !found.ok) throw found.error;
      return known;
    },
    async next(tmdbId, seasonNumber, episodeNumber) {
      const found = await attempt(async () => {
        const show = await get(`/tv/${String(tmdbId)}`, showSchema);
        if (show === undefined) return undefined;
        return (
          (await episode(get, show, seasonNumber, episodeNumber + 1)) ??
          episode(get, show, seasonNumber + 1, 1)
        );
      });
      return (
        (found.ok ? found.value : undefined) ?? options.otherwise.next(tmdbId, seasonNumber, episodeNumber)
      );
    },
  };
}

type Get = <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  query?: Record<string, string>,
) => Promise<T | undefined>;

const movieSchema = z.object({
  id: z.int(),
  title: z.string(),
  original_title: z.optional(z.string()),
  release_date: z.optional(z.string()),
  poster_path: z.nullish(z.string()),
  runtime: z.nullish(z.int()),
  imdb_id: z.nullish(z.string()),
});
const showSchema = z.object({
  id: z.int(),
  name: z.string(),
  original_name: z.optional(z.string()),
  first_air_date: z.nullish(z.string()),
  poster_path: z.nullish(z.string()),
  seasons: z.optional(z.array(z.object({ season_number: z.int(), episode_count: z.int() }))),
});
const episodeSchema = z.object({
  id: z.int(),
  name: z.string(),
  season_number: z.int(),
  episode_number: z.int(),
  runtime: z.nullish(z.int()),
});
const seasonSchema = z.object({ episodes: z.array(episodeSchema) });
const foundSchema = z.object({
  movie_results: z.array(z.object({ id: z.int() })),
  tv_results: z.array(z.object({ id: z.int() })),
  tv_episode_results: z.array(
    z.object({ show_id: z.int(), season_number: z.int(), episode_number: z.int() }),
  ),
});
type Show = z.infer<typeof showSchema>;

async function resolveFilm(
  get: Get,
  { id, tmdbId = id, imdbId, title, year }: ResolveRequest,
): Promise<Title[]> {
  const byImdb =
    tmdbId !== undefined || imdbId === undefined
      ? undefined
      : (await find(get, imdbId))?.movie_results[0]?.id;
  const named = tmdbId ?? byImdb;
  const film = named === undefined ? undefined : await get(`/movie/${String(named)}`, movieSchema);
  if (film !== undefined) return [toFilm(film)];
  if (title === undefined) return [];
  const hits = await get('/search/movie', z.object({ results: z.array(movieSchema) }), { query: title });
  return (hits?.results ?? [])
    .map((hit) => ({
      hit,
      score: Math.max(titleScore(title, hit.title), titleScore(title, hit.original_title ?? hit.title)),
    }))
    .filter(({ hit }) => year === undefined || Math.abs((yearOf(hit.release_date) ?? year) - year) <= 1)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ hit }) => toFilm(hit));
}

async function resolveEpisode(get: Get, request: ResolveRequest): Promise<Title[]> {
  const { tmdbId, tvShowId = tmdbId, imdbId, seriesTitle, year } = request;
  const byImdb = tvShowId !== undefined || imdbId === undefined ? undefined : await find(get, imdbId);
  const place = byImdb?.tv_episode_results[0];
  if (place !== undefined) {
    return placed(get, place.show_id, {
      ...request,
      seasonNumber: place.season_number,
      episodeNumber: place.episode_number,
    });
  }
  const named = tvShowId ?? byImdb?.tv_results[0]?.id;
  if (named !== undefined) return placed(get, named, request);
  if (seriesTitle === undefined) return [];
  const hits = await get('/search/tv', z.object({ results: z.array(showSchema) }), { query: seriesTitle });
  const shows = (hits?.results ?? [])
    .map((hit) => ({
      hit,
      score: Math.max(
        titleScore(seriesTitle, hit.name),
        titleScore(seriesTitle, hit.original_name ?? hit.name),
      ),
    }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(yearOf(b.hit.first_air_date) === year) - Number(yearOf(a.hit.first_air_date) === year),
    )
    // Each costs further requests.
    .slice(0, 3);
  return (await Promise.all(shows.map(({ hit }) => placed(get, hit.id, request)))).flat();
}

/** By number; counted through all seasons where no season is given; else by name. */
async function placed(
  get: Get,
  showId: number,
  { seasonNumber, episodeNumber, episodeTitle }: ResolveRequest,
): Promise<Title[]> {
  const show = await get(`/tv/${String(showId)}`, showSchema);
  if (show === undefined) return [];
  const place =
    episodeNumber === undefined
      ? undefined
      : seasonNumber === undefined
        ? byCount(show, episodeNumber)
        : { seasonNumber, episodeNumber };
  const numbered = place && (await episode(get, show, place.seasonNumber, place.episodeNumber));
  if (numbered !== undefined) return [numbered];
  if (episodeTitle === undefined) return [];
  const named = await byName(get, show, episodeTitle, seasonNumber);
  return named === undefined ? [] : [named];
}

async function episode(
  get: Get,
  show: Show,
  seasonNumber: number,
  episodeNumber: number,
): Promise<Title | undefined> {
  const found = await get(
    `/tv/${String(show.id)}/season/${String(seasonNumber)}/episode/${String(episodeNumber)}`,
    episodeSchema,
  );
  return found && toEpisode(show, found);
}

async function byName(
  get: Get,
  show: Show,
  name: string,
  only: number | undefined,
): Promise<Title | undefined> {
  const seasons = (show.seasons ?? [])
    .map((season) => season.season_number)
    .filter((season) => only === undefined || season === only);
  for (const season of seasons.slice(0, 40)) {
    // One after the other: most names are found in the first seasons.
    const found = await get(`/tv/${String(show.id)}/season/${String(season)}`, seasonSchema);
    const match = found?.episodes.find((known) => titleScore(name, known.name) > 0.7);
    if (match !== undefined) return toEpisode(show, match);
  }
  return undefined;
}

function byCount(show: Show, absolute: number): { seasonNumber: number; episodeNumber: number } | undefined {
  let left = absolute;
  for (const { season_number: seasonNumber, episode_count: length } of show.seasons ?? []) {
    if (seasonNumber === 0) continue;
    if (left <= length) return { seasonNumber, episodeNumber: left };
    left -= length;
  }
  return undefined;
}

function find(get: Get, imdbId: string) {
  return get(`/find/${imdbId}`, foundSchema, { external_source: 'imdb_id' });
}

function toFilm(film: z.infer<typeof movieSchema>): Title {
  return {
    type: 'movie',
    tmdbId: film.id,
    title: film.title,
    ...details(film.release_date, film.poster_path, film.runtime),
    ...(film.imdb_id != null && { imdbId: film.imdb_id }),
  };
}

function toEpisode(show: Show, found: z.infer<typeof episodeSchema>): Title {
  return {
    type: 'episode',
    tmdbId: show.id,
    title: show.name,
    episodeId: found.id,
    episodeTitle: found.name,
    seasonNumber: found.season_number,
    episodeNumber: found.episode_number,
    ...details(show.first_air_date, show.poster_path, found.runtime),
  };
}

function details(
  date: string | null | undefined,
  poster: string | null | undefined,
  minutes: number | null | undefined,
) {
  const year = yearOf(date);
  return {
    ...(year !== undefined && { year }),
    ...(poster != null &&
      /^\/[\w.-]+$/.test(poster) && { posterUrl: `https://image.tmdb.org/t/p/w185${poster}` }),
    ...(minutes != null && minutes > 0 && { runtime: minutes * 60 }),
  };
}

function yearOf(date: string | null | undefined): number | undefined {
  const year = /^(\d{4})-/.exec(date ?? '')?.[1];
  return year === undefined ? undefined : Number(year);
}

/** 404 is `undefined`; everything else that is not an answer is a `CatalogueError`. */
function createGet({
  token,
  fetch,
  url = 'https://api.themoviedb.org/3',
  timeoutMs = 8000,
}: TmdbOptions): Get {
  return async (path, schema, query = {}) => {
    const address = `${url}${path}?${new URLSearchParams(query).toString()}`;
    try {
      const response = await fetch(address, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 404) return undefined;
      if (!response.ok) throw new CatalogueError(`The film database answered ${String(response.status)}`);
      return z.parse(schema, await response.json());
    } catch (error) {
      if (error instanceof CatalogueError) throw error;
      throw new CatalogueError('The film database could not be asked', { cause: error });
    }
  };
}

type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CatalogueError };

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CatalogueError) return { ok: false, error };
    throw error;
  }
}
