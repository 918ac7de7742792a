import {
  alternativesOf,
  creditsOf,
  describe,
  describeBriefly,
  describeEpisode,
  describeSeason,
  episodeTranslations,
  translationsOf,
} from './describe-work';
import { imdbIdOf, indexWorks, type IndexedWork } from './indexed-work';
import { createSearch } from './search';
import type { TitleData } from './titles';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers a path such as `/search/movie` or `/tv/1396/season/2` with its query. */
export type FilmDatabase = (path: string, query: URLSearchParams) => Answer;

/** Most parts that `append_to_response` may name. */
const APPEND_LIMIT = 20;

/**
 * Answers as themoviedb.org does by its interface version 3. Simplified: see `search.ts` for what is found;
 * release dates are 1 July, imdb ids made up, people and texts empty. Without a translation a title is the
 * original one; a title that equals the original is "" among the translations; results of a search have no
 * runtime, and a runtime may be 0; specials are not in `number_of_episodes`.
 */
export function createFilmDatabase(data: TitleData): FilmDatabase {
  const works = indexWorks(data);
  const search = createSearch(works, data.absent ?? []);
  const byId = new Map(works.map((work) => [`${work.kind}/${String(work.record.id)}`, work]));
  const byImdbId = new Map(works.map((work) => [imdbIdOf(work), work]));
  return (path, query) => {
    const kind = /^\/search\/(movie|tv|multi)$/.exec(path)?.[1];
    if (kind !== undefined) return search(kind, query);
    if (path === '/authentication') return success;
    if (/^\/search\/\w+$/.test(path)) return ok({ page: 1, results: [], total_pages: 1, total_results: 0 });
    const external = /^\/find\/([^/]+)$/.exec(path)?.[1];
    if (external !== undefined) return ok(findByExternalId(byImdbId, decodeURIComponent(external), query));
    const [, name = '', rest = ''] = /^\/((?:movie|tv)\/\d+)(?:-[^/]*)?(\/.*)?$/.exec(path) ?? [];
    const work = byId.get(name);
    return work === undefined ? missing : answerWork(work, rest.slice(1), query);
  };
}

function findByExternalId(works: ReadonlyMap<string, IndexedWork>, id: string, query: URLSearchParams) {
  const work = query.get('external_source') === 'imdb_id' ? works.get(id) : undefined;
  const hits = (kind: string) =>
    work?.kind === kind ? [{ ...describeBriefly(work, query.get('language')), media_type: kind }] : [];
  return {
    movie_results: hits('movie'),
    person_results: [],
    tv_results: hits('tv'),
    tv_episode_results: [],
    tv_season_results: [],
  };
}

/** `rest`: what follows the id, such as `season/2/episode/3/translations`. */
function answerWork(work: IndexedWork, rest: string, query: URLSearchParams): Answer {
  const language = query.get('language');
  if (rest === '') return withParts(describe(work, language), query, (part) => partOfWork(work, part, query));
  const [, season, episode, part] = /^season\/(\d+)(?:\/episode\/(\d+))?(?:\/(.+))?$/.exec(rest) ?? [];
  if (season === undefined || work.kind !== 'tv') return okOrMissing(partOfWork(work, rest, query));
  const place = { season: Number(season), episode: episode === undefined ? undefined : Number(episode) };
  const body =
    place.episode === undefined
      ? describeSeason(work, place.season, language)
      : describeEpisode(work, place.season, place.episode, language);
  if (body === undefined) return missing;
  const readPart = (name: string) => partOfPlace(work, place, name);
  return part === undefined ? withParts(body, query, readPart) : okOrMissing(readPart(part));
}

type Body = Readonly<Record<string, unknown>>;

function partOfWork(work: IndexedWork, part: string, query: URLSearchParams): Body | undefined {
  const season = /^season\/(\d+)$/.exec(part)?.[1];
  if (season !== undefined && work.kind === 'tv')
    return describeSeason(work, Number(season), query.get('language'));
  if (part === 'translations') return translationsOf(work);
  if (part === 'credits' || (part === 'aggregate_credits' && work.kind === 'tv')) return creditsOf(work);
  if (part === 'alternative_titles') return alternativesOf(work, query.get('country'));
  return partWithoutContent(part, imdbIdOf(work));
}

function partOfPlace(
  work: IndexedWork,
  { season, episode }: { readonly season: number; readonly episode: number | undefined },
  part: string,
): Body | undefined {
  if (part !== 'translations') return partWithoutContent(part, null);
  return episode === undefined ? { translations: [] } : episodeTranslations(work, season, episode);
}

function partWithoutContent(part: string, imdbId: string | null): Body | undefined {
  if (part === 'external_ids') return { imdb_id: imdbId, tvdb_id: null, wikidata_id: null };
  if (part === 'images') return { backdrops: [], logos: [], posters: [] };
  if (['credits', 'aggregate_credits'].includes(part)) return { cast: [], crew: [] };
  return ['videos', 'keywords', 'release_dates', 'content_ratings'].includes(part)
    ? { results: [] }
    : undefined;
}

/** Parts that do not exist are left out, as the film database does it. */
function withParts(body: Body, query: URLSearchParams, readPart: (name: string) => Body | undefined): Answer {
  const names = (query.get('append_to_response') ?? '').split(',').filter((name) => name !== '');
  if (names.length > APPEND_LIMIT) return tooManyParts;
  const parts = names.flatMap((name) => {
    const part = readPart(name.trim());
    return part === undefined ? [] : [[name.trim(), part] as const];
  });
  return ok({ ...body, ...Object.fromEntries(parts) });
}

function ok(body: Body): Answer {
  return { status: 200, body };
}

function okOrMissing(body: Body | undefined): Answer {
  return body === undefined ? missing : ok(body);
}

const success = ok({ success: true, status_code: 1, status_message: 'Success.' });
const missing = failure(404, 34, 'The resource you requested could not be found.');
const tooManyParts = failure(400, 27, 'Too many append to response objects.');

export function failure(status: number, code: number, message: string): Answer {
  return { status, body: { success: false, status_code: code, status_message: message } };
}
