import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { SHOW, shelved } from './list-rows';
import { stopped } from './read-tv-time-lists';
import {
  createRoom,
  readId,
  readImdbId,
  readLine,
  readTime,
  type ImportRow,
  type TakeRows,
} from './import-row';

type Row = ImportRow | undefined;

/** Limit of episodes counted as left out in a season; a larger number is no episode number. */
const LONGEST_SEASON = 999;

/**
 * Simkl's "Download backup (CSV)", and the file that it imports (https://simkl.com/apps/import/csv/): a line
 * for each title. For a series it has only the last watched episode and its time; the others are only in the
 * JSON backup. Times are `18-12-2023 21:50:41`, ratings 1 to 10.
 */
export async function readSimklCsv(rows: readonly CsvRow[]): Promise<Row[]> {
  const isMonthFirst = rows.some(({ watcheddate = '' }) => {
    const [, , second] = DATE.exec(watcheddate) ?? [];
    return Number(second) > 12;
  });
  const take = createRoom();
  const read = await mapInPieces(rows, (row) => {
    const watchedAt = readWatchedDate(row['watcheddate'], isMonthFirst);
    return /movie|film/i.test(row['type'] ?? '')
      ? [readFilm(row, watchedAt)]
      : readSeries(row, watchedAt, take);
  });
  return read.flat();
}

/** A film that was planned, dropped or paused was not watched to its end. */
function readFilm(row: CsvRow, time: number | undefined): Row {
  if (PLANNED.test(row['watchlist'] ?? '') && readId(row['rating']) === undefined)
    return shelved('watchlist', { type: 'movie', ...readWork(row), tmdbId: readTmdbId(row) }, time);
  if (time === undefined) return undefined;
  const rating = readId(row['rating']);
  const watchedAt = /plan|not ?interest|hold|drop/i.test(row['watchlist'] ?? '') ? undefined : time;
  if (watchedAt === undefined && rating === undefined) return undefined;
  return { type: 'movie', ...readWork(row), tmdbId: readTmdbId(row), watchedAt, rating, ratedAt: time };
}

/** The rating of a series becomes no row, because only films and episodes have one. */
function readSeries(row: CsvRow, watchedAt: number | undefined, take: TakeRows): Row[] {
  const rated = readId(row['rating']) === undefined ? [] : [undefined];
  const list = row['watchlist'] ?? '';
  // The id of an anime may be that of a film; its other id, or its name, tells which it is.
  const tmdbId = /anime/i.test(row['type'] ?? '') ? undefined : readTmdbId(row);
  const work = { ...readWork(row), tmdbId };
  if (PLANNED.test(list)) return [shelved('watchlist', { ...SHOW, ...work }, watchedAt), ...rated];
  const dropped = /drop|not ?interest/i.test(list) ? [stopped({ ...SHOW, ...work })] : [];
  const seen = readSeen(row, { type: 'episode', ...work, watchedAt }, take);
  return [...seen, ...dropped, ...(seen.length + dropped.length === 0 ? [undefined] : []), ...rated];
}

function readSeen(row: CsvRow, series: ImportRow, take: TakeRows): Row[] {
  const mark = (row['lastepwatched'] ?? '').trim();
  const isUnseen = mark === '' && !/^completed$/i.test(row['watchlist'] ?? '');
  return series.watchedAt === undefined || isUnseen ? [] : readMark(series, mark, take);
}

const PLANNED = /plan/i;

/**
 * Only `s1e3` tells which episode it is; a series with another mark is unclear, so that its person sees it.
 * Earlier episodes of the season are left out, and counted as such, because the file has no times for them.
 */
function readMark(series: ImportRow, mark: string, take: TakeRows): Row[] {
  const [, season, number] = /^s(\d{1,4}) ?e(\d{1,4})$/i.exec(mark) ?? [];
  const last = readId(number);
  if (season === undefined || last === undefined) return [series];
  const seasonNumber = Number(season);
  const length = Math.min(last - 1, LONGEST_SEASON);
  if (!take(1 + length)) return [undefined];
  const before = Array.from({ length }, (_, index) => index + 1);
  const isLeftOut = true;
  return [
    { ...series, seasonNumber, episodeNumber: last },
    ...before.map((episodeNumber) => ({ ...series, seasonNumber, episodeNumber, isLeftOut })),
  ];
}

function readWork(row: CsvRow) {
  const imdbId = readImdbId(row['imdb'] ?? row['imdb_id']);
  return { title: readLine(row['title']), year: readId(row['year']), imdbId };
}

function readTmdbId(row: CsvRow): number | undefined {
  return readId(row['tmdb'] ?? row['tmdb_id']);
}

const DATE = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T](\d{1,2})(:\d{2}(?::\d{2})?))?\s*$/;

/** The day comes first, unless some line of the file is valid only with the month first. */
function readWatchedDate(text: string | undefined, isMonthFirst: boolean): number | undefined {
  const [, first = '', second = '', year = '', hour, rest = ''] = DATE.exec(text ?? '') ?? [];
  if (year === '') return readTime(text);
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readTime(hour === undefined ? date : `${date}T${hour.padStart(2, '0')}${rest}Z`);
}
