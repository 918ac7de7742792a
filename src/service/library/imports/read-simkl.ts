import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import {
  readCount,
  readId,
  readTime,
  viewedAt,
  type ImportRow,
  fieldsOf,
  listOf,
  readWork,
  createRoom,
  readImdbId,
  readLine,
  type TakeRows,
} from './import-row';
import { mapInPieces } from './in-pieces';
import { SHOW, shelved } from './list-rows';
import { stopped } from './read-tv-time-lists';
import type { CsvRow } from './csv';

type Row = ImportRow | undefined;

/**
 * Simkl's export, which is the response of its API ("Get all items" at `https://simkl.docs.apiary.io`).
 * Series and anime have their seasons with the time of each episode. `isAgain`: the history is pulled
 * repeatedly. An episode without a time of its own is then undated: with the time of its series, it would
 * become another viewing whenever the series is watched.
 */
export async function readSimkl(content: Fields, isAgain = false): Promise<Row[]> {
  const films = await mapInPieces(listOf(content['movies']), readFilm);
  const series = await mapInPieces(listOf(content['shows']), (entry) => readSeries(entry, isAgain));
  const anime = await mapInPieces(listOf(content['anime']), (entry) =>
    entry['anime_type'] === 'movie' ? readAnimeFilm(entry, isAgain) : readSeries(entry, isAgain),
  );
  return [...films, ...series.flat(), ...anime.flat()];
}

function readFilm(entry: Fields): Row {
  const addedAt = readTime(entry['added_to_watchlist_at']);
  if (isPlanned(entry))
    return shelved('watchlist', { type: 'movie', ...readWork(fieldsOf(entry['movie'])) }, addedAt);
  const watchedAt = readTime(entry['last_watched_at']);
  const rating = readCount(entry['user_rating']) || undefined;
  const ratedAt = readTime(entry['user_rated_at']) ?? watchedAt ?? addedAt;
  if ((watchedAt === undefined && rating === undefined) || !isRecord(entry['movie'])) return undefined;
  return { type: 'movie', ...readWork(entry['movie']), watchedAt, rating, ratedAt };
}

/** Whether the entry is only planned. A rated one was watched. */
function isPlanned(entry: Fields): boolean {
  return entry['status'] === 'plantowatch' && !readCount(entry['user_rating']);
}

/**
 * A film among the anime has the format of a series, whose episodes are its parts. If there are several, as
 * in a trilogy, no id of the entry belongs to a part.
 */
function readAnimeFilm(entry: Fields, isAgain: boolean): Row[] {
  const parts = listOf(entry['seasons']).flatMap((season) => listOf(season['episodes']));
  const count = Math.max(parts.length, readCount(entry['total_episodes_count']) ?? 1);
  if (count <= 1) {
    const watchedAt = entry['last_watched_at'] ?? parts[0]?.['watched_at'];
    return [readFilm({ ...entry, last_watched_at: watchedAt, movie: entry['show'] })];
  }
  const { title = '', year } = readWork(fieldsOf(entry['show']));
  const rows = parts.map((part): Row => {
    const viewed = viewedOf(part, entry, isAgain);
    if (viewed.watchedAt === undefined) return undefined;
    const number = String(readCount(part['number']) ?? '');
    return { type: 'movie', title: `${title} (${number}/${String(count)})`, year, ...viewed };
  });
  return [...(rows.length > 0 ? rows : [undefined]), ...ratedOf(entry)];
}

function readSeries(entry: Fields, isAgain: boolean): Row[] {
  const work = readWork(fieldsOf(entry['show']));
  if (isPlanned(entry))
    return [shelved('watchlist', { ...SHOW, ...work }, readTime(entry['added_to_watchlist_at']))];
  const episodes = listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes']).map((episode): Row => {
      const viewed = viewedOf(episode, entry, isAgain);
      const seasonNumber = readCount(season['number']);
      const episodeNumber = readId(episode['number']);
      if (viewed.watchedAt === undefined) return undefined;
      return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewed };
    }),
  );
  const dropped = DROPPED.has(entry['status']) ? [stopped({ ...SHOW, ...work })] : [];
  const whole = dropped.length > 0 ? [] : [readWhole(entry, isAgain)];
  return [...(episodes.length > 0 ? episodes : whole), ...dropped, ...gradeOf(entry, work)];
}

/** Simkl's values of `status` for a dropped series, since 2024 and before. */
const DROPPED: ReadonlySet<unknown> = new Set(['dropped', 'notinteresting']);

/**
 * The rating of a series. That of an anime counts as unread: an anime is only a season of a series, or a
 * film.
 */
function gradeOf(entry: Fields, work: ImportWork): Row[] {
  const rating = readCount(entry['user_rating']);
  if (!rating) return [];
  if ('anime_type' in entry) return [undefined];
  const ratedAt = readTime(entry['user_rated_at']) ?? readTime(entry['last_watched_at']);
  return [{ ...SHOW, ...work, rating, ratedAt }];
}

type ImportWork = ReturnType<typeof readWork>;

function viewedOf(part: Fields, entry: Fields, isAgain: boolean): Pick<ImportRow, 'watchedAt' | 'isUndated'> {
  const watchedAt = readTime(part['watched_at'] ?? entry['last_watched_at']);
  const isOfSeries = isAgain && watchedAt !== undefined && readTime(part['watched_at']) === undefined;
  return isOfSeries ? viewedAt(undefined) : { watchedAt };
}

/** Counts a rating as unread, because it belongs to no single part. */
function ratedOf(entry: Fields): Row[] {
  return readCount(entry['user_rating']) ? [undefined] : [];
}

/** A watched series whose episodes the file does not list. It is unclear, so that the person sees it. */
function readWhole(entry: Fields, isAgain: boolean): Row {
  const viewed = viewedOf({}, entry, isAgain);
  const count = readCount(entry['watched_episodes_count']) ?? 0;
  if (viewed.watchedAt === undefined || (entry['status'] !== 'completed' && count === 0)) return undefined;
  return { type: 'episode', ...readWork(fieldsOf(entry['show'])), ...viewed };
}

/**
 * Maximum earlier episodes of a season that are counted as left out: a larger number is no episode number.
 */
const LONGEST_SEASON = 999;

/**
 * Simkl's "Download backup (CSV)", and the file that it imports (https://simkl.com/apps/import/csv/): a line
 * for each title. For a series it has only the last watched episode and its time; the others are only in the
 * JSON backup. Times are `18-12-2023 21:50:41`, ratings 1 to 10.
 */
export async function readSimklCsv(rows: CsvRow[]): Promise<Row[]> {
  const isMonthFirst = rows.some(({ watcheddate = '' }) => {
    const [, , second] = DATE.exec(watcheddate) ?? [];
    return Number(second) > 12;
  });
  const take = createRoom();
  const read = await mapInPieces(rows, (row) => {
    const watchedAt = readWatchedDate(row['watcheddate'], isMonthFirst);
    return /movie|film/i.test(row['type'] ?? '')
      ? [readCsvFilm(row, watchedAt)]
      : readCsvSeries(row, watchedAt, take);
  });
  return read.flat();
}

/** A film that was planned, dropped or paused was not watched to its end. */
function readCsvFilm(row: CsvRow, time: number | undefined): Row {
  if (PLANNED.test(row['watchlist'] ?? '') && readId(row['rating']) === undefined)
    return shelved('watchlist', { type: 'movie', ...readCsvWork(row), tmdbId: readTmdbId(row) }, time);
  if (time === undefined) return undefined;
  const rating = readId(row['rating']);
  const watchedAt = /plan|not ?interest|hold|drop/i.test(row['watchlist'] ?? '') ? undefined : time;
  if (watchedAt === undefined && rating === undefined) return undefined;
  return { type: 'movie', ...readCsvWork(row), tmdbId: readTmdbId(row), watchedAt, rating, ratedAt: time };
}

/** A series. Its rating counts as unread. */
function readCsvSeries(row: CsvRow, watchedAt: number | undefined, take: TakeRows): Row[] {
  const rated = readId(row['rating']) === undefined ? [] : [undefined];
  const list = row['watchlist'] ?? '';
  // `tmdb` of an anime may be the id of a film, so the IMDb id or the name is looked up instead.
  const tmdbId = /anime/i.test(row['type'] ?? '') ? undefined : readTmdbId(row);
  const work = { ...readCsvWork(row), tmdbId };
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
 * Only `s1e3` tells which episode it is; a series with another mark is unclear, so that the person sees it.
 * Earlier episodes of the season become rows that are left out, because the file has no times for them.
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

function readCsvWork(row: CsvRow) {
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
