import { imdbIdOf, specials, type IndexedWork } from './indexed-work';
import { homeCountry, keyOf, localeOf, namelessEpisode, translationEntry } from './languages';
import { toSearchedName } from './searched-name';
import type { SeasonRecord } from './titles';

type Body = Readonly<Record<string, unknown>>;

/** Without a translation the title is the original one, never the English one. */
function titleIn({ translations, record }: IndexedWork, language: string | null): string {
  return translations.get(keyOf(localeOf(language))) ?? record.original_title;
}

/** A result of a search. */
export function describeBriefly(work: IndexedWork, language: string | null): Body {
  const { kind, record } = work;
  const shared = {
    adult: false,
    backdrop_path: null,
    genre_ids: [],
    id: record.id,
    original_language: record.original_language,
    overview: '',
    popularity: record.popularity,
    poster_path: `/${kind}-${String(record.id)}.jpg`,
    vote_average: 0,
    vote_count: Math.round(record.popularity * 40),
  };
  const title = titleIn(work, language);
  const date = dateOf(record.year);
  const { original_title: original } = record;
  if (kind === 'movie')
    return { ...shared, original_title: original, release_date: date, title, video: false };
  return {
    ...shared,
    origin_country: [countryOf(work)],
    original_name: original,
    first_air_date: date,
    name: title,
  };
}

/** `/movie/{id}` or `/tv/{id}`. */
export function describe(work: IndexedWork, language: string | null): Body {
  const { genre_ids: _, ...brief } = describeBriefly(work, language);
  const { genres = [], overview = {} } = work.record;
  const texts = {
    genres: genres.map((name, id) => ({ id, name })),
    overview: overview[localeOf(language).language] ?? '',
  };
  const shared = { ...brief, ...texts, homepage: '', production_companies: [], tagline: '' };
  return work.kind === 'movie' ? { ...shared, ...filmFields(work) } : { ...shared, ...seriesFields(work) };
}

function filmFields(work: IndexedWork): Body {
  return {
    belongs_to_collection: null,
    budget: 0,
    imdb_id: imdbIdOf(work),
    origin_country: [countryOf(work)],
    revenue: 0,
    runtime: work.record.runtime,
    status: 'Released',
  };
}

function seriesFields(work: IndexedWork): Body {
  const { record } = work;
  const seasons = record.seasons ?? [];
  return {
    created_by: (record.makers ?? []).map((name, id) => ({ id, name })),
    episode_run_time: record.runtime > 0 ? [record.runtime] : [],
    in_production: false,
    languages: [record.original_language],
    last_air_date: dateOf(record.lastYear ?? record.year),
    last_episode_to_air: null,
    next_episode_to_air: null,
    networks: [],
    // Specials are not counted.
    number_of_episodes: seasons.reduce((sum, season) => sum + season.episode_count, 0),
    number_of_seasons: seasons.length,
    seasons: [specials, ...seasons].map((season) => describeSeasonBriefly(work, season)),
    status: 'Ended',
    type: 'Scripted',
  };
}

function describeSeasonBriefly(
  work: IndexedWork,
  { season_number: number, episode_count: count }: SeasonRecord,
) {
  return {
    air_date: number === 0 ? null : dateOf(yearOfSeason(work, number)),
    episode_count: count,
    id: work.record.id * 100 + number,
    name: nameOfSeason(number),
    overview: '',
    poster_path: null,
    season_number: number,
    vote_average: 0,
  };
}

/** `/tv/{id}/season/{number}`. `undefined`: there is no such season. */
export function describeSeason(work: IndexedWork, number: number, language: string | null): Body | undefined {
  const season = findSeason(work, number);
  if (season === undefined) return undefined;
  const { episode_count: count, ...brief } = describeSeasonBriefly(work, season);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    ...brief,
    air_date: dateOf(yearOfSeason(work, number)),
    episodes: numbers.map((episode) => describeEpisode(work, number, episode, language)),
    networks: [],
  };
}

/** `/tv/{id}/season/{number}/episode/{number}`. `undefined`: there is no such episode. */
export function describeEpisode(
  work: IndexedWork,
  season: number,
  number: number,
  language: string | null,
): Body | undefined {
  const { record, firstEpisodeId } = work;
  if (number < 1 || number > (findSeason(work, season)?.episode_count ?? 0)) return undefined;
  const known = findEpisode(work, season, number);
  const locale = localeOf(language);
  const ownName = record.original_language === locale.language ? known?.names[locale.language] : undefined;
  return {
    air_date: known?.air_date ?? dateOf(yearOfSeason(work, season)),
    crew: [],
    episode_number: number,
    episode_type: 'standard',
    guest_stars: [],
    id: firstEpisodeId + episodesBefore(work, season) + number,
    name: known?.names[keyOf(locale)] ?? ownName ?? namelessEpisode(locale.language, number),
    overview: '',
    production_code: '',
    runtime: known?.runtime ?? (record.runtime || null),
    season_number: season,
    show_id: record.id,
    still_path: null,
    vote_average: 0,
    vote_count: 0,
  };
}

/**
 * Each language in which somebody has written a text has an entry; its title is "" unless it is another than
 * the original one.
 */
export function translationsOf(work: IndexedWork): Body {
  const { titles = {}, listed = {} } = work.record;
  const keys = ['en', ...Object.keys(titles).filter((key) => listed[key] !== 'nowhere')];
  const translations = [...new Set(keys)].map((key) => {
    const title = work.translations.get(key) ?? '';
    const texts = { overview: '', homepage: '', tagline: '' };
    return translationEntry(key, work.kind === 'tv' ? { name: title, ...texts } : { title, ...texts });
  });
  return { translations };
}

/** The names of one episode. */
export function episodeTranslations(work: IndexedWork, season: number, number: number): Body {
  const names = Object.entries(findEpisode(work, season, number)?.names ?? {});
  return { translations: names.map(([key, name]) => translationEntry(key, { name, overview: '' })) };
}

/** `/movie/{id}/credits`, and `/tv/{id}/aggregate_credits`. */
export function creditsOf({ kind, record: { makers = [], cast = [] } }: IndexedWork): Body {
  const directors = makers.map((name, id) => ({ id, name, job: 'Director', department: 'Directing' }));
  const editor = { id: 900, name: 'Somebody Else', job: 'Editor', department: 'Editing' };
  return {
    cast: cast.map((name, order) => ({ id: 100 + order, name, order })),
    crew: kind === 'movie' ? [editor, ...directors] : [editor],
  };
}

/** `country`: only those of this country. */
export function alternativesOf({ kind, alternatives }: IndexedWork, country: string | null): Body {
  const found = alternatives.filter((one) => country === null || one.iso_3166_1 === country);
  return { [kind === 'tv' ? 'results' : 'titles']: found };
}

/** Whether a result of a search shows this very name. */
export function showsName(work: IndexedWork, language: string | null, joined: string): boolean {
  const shown = [work.record.original_title, titleIn(work, language)];
  return shown.some((title) => toSearchedName(title).joined === joined);
}

function findSeason({ record }: IndexedWork, number: number): SeasonRecord | undefined {
  return [specials, ...(record.seasons ?? [])].find((season) => season.season_number === number);
}

function findEpisode({ record }: IndexedWork, season: number, number: number) {
  return record.episodes?.find((one) => one.season_number === season && one.episode_number === number);
}

function episodesBefore({ record }: IndexedWork, season: number): number {
  return [specials, ...(record.seasons ?? [])]
    .filter((one) => one.season_number < season)
    .reduce((sum, one) => sum + one.episode_count, 0);
}

function yearOfSeason({ record }: IndexedWork, number: number): number {
  return Math.min(record.lastYear ?? record.year, record.year + number - 1);
}

function countryOf({ record }: IndexedWork): string {
  return homeCountry[record.original_language] ?? 'US';
}

function nameOfSeason(number: number): string {
  return number === 0 ? 'Specials' : `Season ${String(number)}`;
}

/** All works are dated 1 July. */
function dateOf(year: number | undefined): string {
  return year ? `${String(year)}-07-01` : '';
}
