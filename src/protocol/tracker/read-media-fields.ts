import { isFiniteNumber } from '../../core/values/is-finite-number';
import { readAddress, readNumber, readPoster, readRecord, readText, type Fields } from './read-fields';
import { readLanguage, readNames } from './read-names';

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
