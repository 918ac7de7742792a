import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readId, readImdbId, readLine, readTime, type ImportRow } from './import-row';

type Row = ImportRow | undefined;

/** Episodes of a season that are said to be left out: more than a season has means that the number is none. */
const LONGEST_SEASON = 999;

/**
 * Simkl's "Download backup (CSV)", and the file that it imports (https://simkl.com/apps/import/csv/). It is a
 * line for each title: of a series only the last episode that was watched, with the time of it. The other
 * episodes are only in the JSON backup. Times are `18-12-2023 21:50:41`, ratings 1 to 10.
 */
export async function readSimklCsv(rows: readonly CsvRow[]): Promise<Row[]> {
  const isMonthFirst = rows.some(({ watcheddate = '' }) => {
    const [, , second] = PARTS.exec(watcheddate) ?? [];
    return Number(second) > 12;
  });
  return (await mapInPieces(rows, (row) => readTitle(row, isMonthFirst))).flat();
}

/** `undefined` for the rating of a series too, which no episode has. */
function readTitle(row: CsvRow, isMonthFirst: boolean): Row[] {
  const isFilm = /movie|film/i.test(row['type'] ?? '');
  const watchedAt = readWatchedDate(row['watcheddate'], isMonthFirst);
  const list = (row['watchlist'] ?? '').toLowerCase();
  const time = /plan|not ?interest/.test(list) ? undefined : watchedAt;
  const rating = readId(row['rating']);
  if (!isFilm) return [...readSeries(row, list, time), ...(rating === undefined ? [] : [undefined])];
  const film = { type: 'movie' as const, ...readWork(row), tmdbId: readId(row['tmdb'] ?? row['tmdb_id']) };
  // Dropped or put aside: not watched to its end.
  const viewing = /hold|drop/.test(list) ? undefined : time;
  if (viewing === undefined && (rating === undefined || watchedAt === undefined)) return [undefined];
  return [{ ...film, watchedAt: viewing, rating, ratedAt: rating && watchedAt }];
}

/**
 * Only `s1e3` says which episode it is; a series with another mark is unclear, so that its person sees it. The
 * episodes of the season before it are left out, and counted as such: the file has no times of them.
 */
function readSeries(row: CsvRow, list: string, watchedAt: number | undefined): Row[] {
  const mark = (row['lastepwatched'] ?? '').trim();
  if (watchedAt === undefined || (mark === '' && list !== 'completed')) return [undefined];
  // The id of an anime can be that of a film, which only the film database tells by its other id or its name.
  const tmdbId = /anime/i.test(row['type'] ?? '') ? undefined : readId(row['tmdb'] ?? row['tmdb_id']);
  const series = { type: 'episode' as const, ...readWork(row), tmdbId, watchedAt };
  const [, season, number] = /^s(\d{1,4}) ?e(\d{1,4})$/i.exec(mark) ?? [];
  const last = readId(number);
  if (season === undefined || last === undefined) return [series];
  const seasonNumber = Number(season);
  const before = Math.min(last - 1, LONGEST_SEASON);
  return [
    { ...series, seasonNumber, episodeNumber: last },
    ...Array.from({ length: before }, (_, at) => ({
      ...series,
      seasonNumber,
      episodeNumber: at + 1,
      isLeftOut: true,
    })),
  ];
}

function readWork(row: CsvRow) {
  return {
    title: readLine(row['title']),
    year: readId(row['year']),
    imdbId: readImdbId(row['imdb'] ?? row['imdb_id']),
  };
}

const PARTS = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T](\d{1,2})(:\d{2}(?::\d{2})?))?\s*$/;

/** The day comes first, unless a line of the file can be read only with the month first. */
function readWatchedDate(text: string | undefined, isMonthFirst: boolean): number | undefined {
  const [, first = '', second = '', year = '', hour, rest = ''] = PARTS.exec(text ?? '') ?? [];
  if (year === '') return readTime(text);
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readTime(hour === undefined ? date : `${date}T${hour.padStart(2, '0')}${rest}Z`);
}
