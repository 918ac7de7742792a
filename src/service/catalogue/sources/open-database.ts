import * as z from 'zod/mini';
import type { Get } from '../tmdb/client';
import { CatalogueError } from '../catalogue';
import type { OpenEpisode, OpenSeries, OpenWork, WorkKind } from './open-work';
import type { Tvmaze } from './tvmaze';
import type { Wikidata } from './wikidata';
import type { Posters } from '../../store/titles';

/** A source of works and episodes: the free sources on the network, or the file of the pack. */
export interface OpenSource {
  search(kind: WorkKind, words: string): Promise<OpenWork[]>;
  work(kind: WorkKind, tmdbId: number): Promise<OpenWork | undefined>;
  byImdbId(id: string): Promise<OpenWork[]>;
  byTvdbId(id: number): Promise<OpenWork[]>;
  /** The episodes of a series; `undefined` if they are unknown. */
  series(work: OpenWork): Promise<OpenSeries | undefined>;
}

/**
 * Makes a source answer in the format of themoviedb.org, so that the code which asks the film database also
 * works with the free sources. Ids are the TMDB ids that the sources state. Works without one are left out.
 */
export function createOpenDatabase(source: OpenSource): Get {
  return async (path, schema, query = {}) => {
    const body = await answer(source, path, query);
    if (body === undefined) return undefined;
    const read = z.safeParse(schema, body);
    if (!read.success) throw new CatalogueError('unreachable', 'A source answers in another form');
    return read.data;
  };
}

type Query = Readonly<Record<string, string>>;

async function answer(source: OpenSource, path: string, query: Query): Promise<unknown> {
  const [, first = '', second = ''] = path.split('/');
  switch (first) {
    case 'find':
      return find(source, second, query['external_source'] ?? '');
    case 'search':
      return search(source, second === 'movie' ? 'movie' : 'tv', query);
    case 'movie':
      return film(await source.work('movie', Number(second)));
    // No free source lists upcoming films.
    case 'discover':
      return undefined;
    default:
      return tv(source, path, query);
  }
}

async function search(source: OpenSource, kind: WorkKind, { query = '', language }: Query) {
  const works = await source.search(kind, query);
  return { results: works.map((work) => describe(work, language)) };
}

function film(work: OpenWork | undefined) {
  return work && { ...describe(work), ...names(work), runtime: work.minutes, imdb_id: work.imdbId };
}

/** `/tv/{id}`, `/tv/{id}/season/{number}` or `/tv/{id}/season/{number}/episode/{number}/translations`. */
async function tv(source: OpenSource, path: string, { append_to_response: parts = '' }: Query) {
  const [, , id, third, number, fifth] = path.split('/');
  const work = await source.work('tv', Number(id));
  if (work === undefined) return undefined;
  // No free source has the names of episodes in other languages.
  if (fifth !== undefined) return { translations: [] };
  const series = (await source.series(work)) ?? NO_EPISODES;
  if (third === 'season') return season(series, Number(number));
  const appended = parts.split(',').flatMap((part) => {
    const found = part.startsWith('season/') ? season(series, Number(part.slice(7))) : undefined;
    return found === undefined ? [] : [[part, found] as const];
  });
  return { ...describeSeries(work, series), ...Object.fromEntries(appended) };
}

const NO_EPISODES: OpenSeries = { hasEnded: false, episodes: [], names: [] };

async function find(source: OpenSource, id: string, kind: string) {
  const works = kind === 'imdb_id' ? await source.byImdbId(id) : await source.byTvdbId(Number(id));
  const idsOf = (wanted: WorkKind) =>
    works.filter((work) => work.kind === wanted).map(({ tmdbId }) => ({ id: tmdbId }));
  return { movie_results: idsOf('movie'), tv_results: idsOf('tv'), tv_episode_results: [] };
}

/**
 * The fields of a work in a search result. Its title is the name in this language, otherwise the original
 * title.
 */
function describe(work: OpenWork, language = '') {
  const { kind, tmdbId, originalTitle, originalLanguage, year, popularity } = work;
  const [code] = language.split('-');
  const title =
    work.names.find((name) => name.language === language) ??
    work.names.find((name) => name.language?.split('-')[0] === code);
  const shown = title?.title ?? originalTitle;
  const date = year === undefined ? undefined : `${String(year)}-01-01`;
  return {
    id: tmdbId,
    original_language: originalLanguage,
    popularity,
    ...(kind === 'movie'
      ? { title: shown, original_title: originalTitle, release_date: date }
      : { name: shown, original_name: originalTitle, first_air_date: date }),
  };
}

/**
 * The names in the format of the film database. The first name of each language is its translation; all
 * others are alternative titles.
 */
function names({ names: known }: Pick<OpenWork, 'names'>) {
  const translated = new Set<string>();
  const translations: object[] = [];
  const alternatives: object[] = [];
  for (const { title, language } of known) {
    const [code = '', country] = language?.split('-') ?? [];
    if (language === undefined || translated.has(language)) alternatives.push({ title });
    else translations.push({ iso_639_1: code, iso_3166_1: country, data: { title, name: title } });
    if (language !== undefined) translated.add(language);
  }
  const list = alternatives;
  return { translations: { translations }, alternative_titles: { titles: list, results: list } };
}

function describeSeries(work: OpenWork, series: OpenSeries) {
  const last = series.episodes.findLast(({ date }) => date !== undefined);
  return {
    ...describe(work),
    ...names({ names: [...work.names, ...series.names] }),
    status: series.hasEnded ? 'Ended' : 'Returning Series',
    episode_run_time: work.minutes === undefined ? [] : [work.minutes],
    seasons: seasonsOf(series),
    external_ids: { imdb_id: work.imdbId ?? series.imdbId },
    last_episode_to_air: last && {
      season_number: last.season,
      episode_number: last.number,
      runtime: last.minutes,
    },
  };
}

function seasonsOf({ episodes }: OpenSeries) {
  const numbers = [...new Set(episodes.map((episode) => episode.season))];
  return numbers.map((number) => {
    const list = episodes.filter((episode) => episode.season === number);
    const count = Math.max(...list.map((episode) => episode.number));
    return { season_number: number, episode_count: count, air_date: list[0]?.date };
  });
}

function season({ episodes }: OpenSeries, number: number) {
  const found = episodes.filter((episode) => episode.season === number);
  return found.length === 0 ? undefined : { episodes: found.map(describeEpisode) };
}

function describeEpisode({ number, name, minutes, date }: OpenEpisode) {
  return { episode_number: number, name, runtime: minutes, air_date: date };
}

/** Number of works that stay in memory between the requests of one look-up. */
const MEMORY = 300;

/** Joins Wikidata (works and their names) with TVmaze (episodes) by the ids that Wikidata states. */
export function createOpenNetwork(
  wikidata: Wikidata,
  tvmaze: Tvmaze,
  isTvmazeOff: () => Promise<boolean>,
): OpenSource {
  const memory = new Map<string, OpenWork>();
  const remember = (works: OpenWork[]) => {
    for (const work of works) {
      if (memory.size >= MEMORY) memory.delete(memory.keys().next().value ?? '');
      memory.set(keyOf(work.kind, work.tmdbId), work);
    }
    return works;
  };
  return {
    search: async (kind, words) => remember(await wikidata.search(kind, words)),
    async work(kind, tmdbId) {
      const known = memory.get(keyOf(kind, tmdbId));
      if (known !== undefined) return known;
      const work = await wikidata.byTmdbId(kind, tmdbId);
      return work && remember([work])[0];
    },
    byImdbId: async (id) => remember(await wikidata.byImdbId(id)),
    byTvdbId: async (id) => remember(await wikidata.byTvdbId(id)),
    series: async (work) => ((await isTvmazeOff()) ? undefined : seriesOf(tvmaze, work)),
  };
}

/** Tries each id that Wikidata states, until one leads to a series whose ids do not contradict it. */
export async function seriesOf(
  tvmaze: Pick<Tvmaze, 'byId' | 'byImdbId' | 'byTvdbId'>,
  work: OpenWork,
): Promise<OpenSeries | undefined> {
  const { tvmazeId, imdbId, tvdbId } = work;
  const ways = [
    tvmazeId === undefined ? undefined : () => tvmaze.byId(tvmazeId),
    imdbId === undefined ? undefined : () => tvmaze.byImdbId(imdbId),
    tvdbId === undefined ? undefined : () => tvmaze.byTvdbId(tvdbId),
  ];
  for (const ask of ways) {
    const series = await ask?.();
    if (series !== undefined && !contradicts(work, series)) return series;
  }
  return undefined;
}

/**
 * Whether the series has both another IMDb id and another TVDB id than the work, so that it is another
 * series.
 */
function contradicts(work: OpenWork, series: OpenSeries): boolean {
  const differs = <T>(one: T | undefined, other: T | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  return differs(work.imdbId, series.imdbId) && differs(work.tvdbId, series.tvdbId);
}

function keyOf(kind: WorkKind, tmdbId: number): string {
  return `${kind}/${String(tmdbId)}`;
}

/** The free sources have no pictures that may be shown, so nothing is stored or found. */
export const noPosters: Posters = {
  path: () => Promise.resolve(undefined),
  known: () => Promise.resolve(new Set()),
  paths: () => Promise.resolve(new Map()),
  setPaths: () => Promise.resolve(),
  picture: () => Promise.resolve(undefined),
  addPicture: () => Promise.resolve(),
};
