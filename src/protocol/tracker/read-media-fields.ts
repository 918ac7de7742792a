import { isFiniteNumber, isRecord } from '../../core/values/is-record';
import {
  readAddress,
  readNumber,
  readPoster,
  readRecord,
  readText,
  type Fields,
  readArray,
} from './read-fields';
import { defined } from '../../core/values/defined';
import type { KnownName, SeasonLength } from '../../core/media/media';

/** The first year of film; smaller numbers are not years. */
const FIRST_YEAR = 1870;

const MATCHED_BY = ['siteId', 'externalId', 'airDate'] as const;

/** The id in the film database. */
export function readTmdbId(fields: Fields): number | undefined {
  return (
    readNumber(fields, ['tmdbId', 'tmdb_id', 'tmdb'], 1) ?? readNumber(idsOf(fields), ['tmdb', 'tmdbId'], 1)
  );
}

/** The fields that film and episode share. `main` is the film, or the series of an episode. */
export function readDetails(hit: Fields, main: Fields) {
  return {
    imdbId: readText(hit, ['imdbId', 'imdb_id', 'imdb']) ?? readText(idsOf(hit), ['imdb', 'imdbId']),
    year: readNumber(main, ['year'], FIRST_YEAR) ?? readYearOfDate(main),
    posterUrl: readPoster(main) ?? readPoster(hit),
    url: readAddress(hit, ['url', 'link']),
    runtime: readNumber(hit, ['runtime'], 1),
    originalTitle: readText(main, ['originalTitle', 'original_title', 'originalName', 'original_name']),
    originalLanguage: readLanguage(main['originalLanguage'] ?? main['original_language']),
    titles: readNames(main['titles']),
    popularity: readPopularity(main['popularity']),
    matchedBy: MATCHED_BY.find((one) => one === hit['matchedBy']),
  };
}

/** Some trackers collect the ids in an object. */
function idsOf(fields: Fields): Fields {
  return readRecord(fields, ['ids', 'externalIds', 'external_ids']) ?? {};
}

function readPopularity(value: unknown): number | undefined {
  return isFiniteNumber(value) && value >= 0 ? value : undefined;
}

function readYearOfDate(fields: Fields): number | undefined {
  const date = readText(fields, ['releaseDate', 'release_date', 'firstAirDate', 'first_air_date']);
  const year = /^(\d{4})-/.exec(date ?? '')?.[1];
  return year === undefined ? undefined : Number(year);
}

/** Most names of a work that are looked at. */
const NAME_LIMIT = 200;

/**
 * Names as `[{title, language?, country?}]`. `undefined` if there is no list. Entries in another format are
 * left out.
 */
export function readNames(value: unknown): KnownName[] | undefined {
  return readArray(value, [])
    ?.slice(0, NAME_LIMIT)
    .flatMap((one) => (isRecord(one) ? (readName(one) ?? []) : []));
}

function readName(fields: Readonly<Record<string, unknown>>): KnownName | undefined {
  const title = readText(fields, ['title']);
  const { country } = fields;
  return title === undefined
    ? undefined
    : defined({
        title,
        language: readLanguage(fields['language']),
        country: typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : undefined,
        season: readNumber(fields, ['season'], 0),
      });
}

/** `de`, `pt-BR`. */
function readLanguage(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2,3}(-[A-Z]{2})?$/.test(value) ? value : undefined;
}

/** Most seasons of a series that are looked at. */
const SEASON_LIMIT = 200;

/** Seasons as `[{number, episodes}]`. */
export function readSeasons(value: unknown): SeasonLength[] | undefined {
  return readArray(value, [])
    ?.slice(0, SEASON_LIMIT)
    .flatMap((one) => {
      const number = isRecord(one) ? readNumber(one, ['number'], 0) : undefined;
      const episodes = isRecord(one) ? readNumber(one, ['episodes'], 0) : undefined;
      return number === undefined || episodes === undefined ? [] : [{ number, episodes }];
    });
}
