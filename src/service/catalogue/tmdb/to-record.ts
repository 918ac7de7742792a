import type { KnownName } from '../../../core/media/media';
import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { defined } from '../../../core/values/defined';
import { isPlaceholder, isPlaceholderSeason } from './stated-title';
import type { EpisodeRecord, FilmRecord, HitRecord, SeasonFacts, SeriesRecord } from './records';
import type { Alternative, Episode, Movie, MovieHit, Series, SeriesHit, Translation } from './schemas';

/** Maximum number of names of a work that are kept. The best known films have about 150. */
const NAME_LIMIT = 200;

/** Reads a search result. `undefined`: it has no title. */
export function toHit(hit: MovieHit & SeriesHit): HitRecord | undefined {
  const originalTitle = hit.original_title ?? hit.original_name;
  const title = hit.title ?? hit.name ?? originalTitle;
  if (title === undefined) return undefined;
  return {
    id: hit.id,
    title,
    originalTitle: originalTitle ?? title,
    ...defined({
      originalLanguage: languageCode(hit.original_language),
      year: yearOf(hit.release_date ?? hit.first_air_date),
      popularity: hit.popularity,
      poster: posterPath(hit.poster_path),
    }),
  };
}

export function toFilmRecord(film: Movie): FilmRecord | undefined {
  const hit = toHit(film);
  if (hit === undefined) return undefined;
  const { title: _, ...record } = hit;
  const names = namesOf(film.translations.translations, film.alternative_titles.titles);
  const runtime = secondsOf(film.runtime);
  return { ...record, names, ...defined({ imdbId: imdbId(film.imdb_id), runtime }) };
}

export function toSeriesRecord(series: Series): SeriesRecord | undefined {
  const hit = toHit(series);
  if (hit === undefined) return undefined;
  const { title: _, ...record } = hit;
  const last = series.last_episode_to_air;
  return {
    ...record,
    names: [
      ...namesOf(series.translations.translations, series.alternative_titles.results),
      ...series.seasons.flatMap(seasonName),
    ],
    seasons: series.seasons.flatMap(toSeasonFacts).sort((a, b) => a.number - b.number),
    hasEnded: series.status === 'Ended' || series.status === 'Canceled',
    ...defined({
      imdbId: imdbId(series.external_ids.imdb_id),
      runtime: secondsOf(series.episode_run_time[0] ?? last?.runtime),
      lastAired: last ? { seasonNumber: last.season_number, episodeNumber: last.episode_number } : undefined,
      coming: toComing(series.next_episode_to_air),
    }),
  };
}

function toComing(next: Series['next_episode_to_air']): SeriesRecord['coming'] {
  if (next == null) return undefined;
  const { season_number: seasonNumber, ...episode } = next;
  return { ...toEpisodeRecord({ ...episode, runtime: undefined }), seasonNumber };
}

/** The season's own name, such as "Alicization". Empty for a placeholder such as "Season 3". */
function seasonName({ season_number: season, name }: Series['seasons'][number]): KnownName[] {
  if (season === undefined || season < 1 || name === undefined) return [];
  return isPlaceholderSeason(name) ? [] : [{ title: name, season }];
}

function toSeasonFacts(season: Series['seasons'][number]): SeasonFacts[] {
  const { season_number: number, episode_count: episodes, air_date: date } = season;
  if (number === undefined || episodes === undefined) return [];
  return [{ number, episodes, ...defined({ airDate: dateOf(date) }) }];
}

export function toEpisodeRecord(episode: Episode): EpisodeRecord {
  const { id, episode_number: number, name } = episode;
  return {
    number,
    ...defined({
      id,
      name: name === undefined || isPlaceholder(name, number) ? undefined : name,
      runtime: secondsOf(episode.runtime),
      airDate: dateOf(episode.air_date),
    }),
  };
}

/** The names of an episode in all languages, without placeholders. */
export function episodeNames(translations: Translation[], number: number): KnownName[] {
  return namesOf(translations, []).filter(({ title }) => !isPlaceholder(title, number));
}

/** The translations, then the alternative titles. Each name occurs once. */
function namesOf(translations: Translation[], alternatives: Alternative[]): KnownName[] {
  const names = [
    ...translations.map(({ iso_639_1: language, iso_3166_1: country, data }) => ({
      title: data.title ?? data.name,
      ...defined({ language: localeOf(languageCode(language), countryCode(country)) }),
    })),
    ...alternatives.map(({ title, iso_3166_1: country, type }) => ({
      title,
      ...defined({ country: countryCode(country), season: parseSeasonEpisode(type ?? '')?.season }),
    })),
  ];
  const byTitle = new Map<string, KnownName>();
  for (const { title, ...place } of names)
    if (title !== undefined && !byTitle.has(title)) byTitle.set(title, { title, ...place });
  return [...byTitle.values()].slice(0, NAME_LIMIT);
}

/** The year of a date such as `2019-03-01`. */
function yearOf(date: string | undefined): number | undefined {
  const year = dateOf(date)?.slice(0, 4);
  return year === undefined ? undefined : Number(year);
}

export function dateOf(date: string | undefined): string | undefined {
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined;
}

function imdbId(text: string | undefined): string | undefined {
  return text !== undefined && /^tt\d{5,10}$/.test(text) ? text : undefined;
}

function languageCode(text: string | undefined): string | undefined {
  // Norwegian is one language here, as in `toTmdbLanguage`.
  if (text === 'nb' || text === 'nn') return 'no';
  return text !== undefined && /^[a-z]{2,3}$/.test(text) ? text : undefined;
}

function countryCode(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Z]{2}$/.test(text) ? text : undefined;
}

/** The language tag of a translation: `de`, or `pt-BR` if the country is not the language's own. */
function localeOf(language: string | undefined, country: string | undefined): string | undefined {
  if (language === undefined || country === undefined) return language;
  return (ownCountries[language] ?? language.toUpperCase()) === country ? language : `${language}-${country}`;
}

/** Own countries of languages whose code is not the code of the country. */
const ownCountries: Readonly<Record<string, string>> = {
  ar: 'SA',
  cs: 'CZ',
  da: 'DK',
  el: 'GR',
  en: 'US',
  fa: 'IR',
  he: 'IL',
  hi: 'IN',
  ja: 'JP',
  ko: 'KR',
  sv: 'SE',
  uk: 'UA',
  vi: 'VN',
  zh: 'CN',
};

function posterPath(text: string | undefined): string | undefined {
  return text !== undefined && /^\/[\w.-]{1,100}$/.test(text) ? text : undefined;
}

/** The film database writes 0 minutes for an unknown runtime. */
function secondsOf(minutes: number | undefined): number | undefined {
  return minutes !== undefined && minutes > 0 ? Math.round(minutes * 60) : undefined;
}
