import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import type { CsvRow } from './csv';
import {
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  UNKNOWN_DAY,
  type ImportRow,
  fieldsOf,
  listOf,
  readWork,
} from './import-row';
import { drainInPieces, mapInPieces } from './in-pieces';
import { seriesPlace } from './list-rows';

type Row = ImportRow | undefined;

export function isTrakt(entry: Fields): boolean {
  const hasTime = 'watched_at' in entry || 'rated_at' in entry || 'last_watched_at' in entry;
  return hasTime && ('movie' in entry || 'episode' in entry || 'show' in entry);
}

/**
 * Trakt's history, ratings and watched lists, as its API and the export in its settings write them:
 * `https://trakt.docs.apiary.io/#reference/sync`. The lists state only the time of the last play, so the
 * others are left out.
 */
export async function readTrakt(entries: Fields[]): Promise<Row[]> {
  return (await drainInPieces(entries, readEntry)).flat();
}

function readEntry(entry: Fields): Row[] {
  if (Array.isArray(entry['seasons'])) return readSeasons(entry);
  const times = readTimes(entry);
  if (times === undefined) return [undefined];
  if (isRecord(entry['movie']))
    return withOtherPlays({ type: 'movie', ...readWork(entry['movie']), ...times }, entry);
  const episode = entry['episode'];
  if (!isRecord(entry['show'])) return [undefined];
  if (!isRecord(episode)) return [readGrade(entry, times)];
  const row = {
    ...readWork(entry['show']),
    episodeId: readId(fieldsOf(episode['ids'])['tmdb']),
    seasonNumber: readCount(episode['season']),
    episodeNumber: readId(episode['number']),
    episodeTitle: readLine(episode['title']),
  };
  return [{ type: 'episode', ...row, ...times }];
}

/** A rated series, or one of its seasons. */
function readGrade(entry: Fields, { watchedAt, rating, ratedAt }: Partial<ImportRow>): Row {
  if (watchedAt !== undefined || rating === undefined) return undefined;
  const season = isRecord(entry['season']) ? readCount(entry['season']['number']) : undefined;
  const place = seriesPlace(readWork(fieldsOf(entry['show'])), season);
  return place && { ...place, rating, ratedAt };
}

/** A series with the last viewing of each episode. */
function readSeasons(entry: Fields): Row[] {
  const work = readWork(fieldsOf(entry['show']));
  return listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes']).flatMap((episode): Row[] => {
      const times = readTimes(episode);
      const [seasonNumber, episodeNumber] = [readCount(season['number']), readId(episode['number'])];
      if (times === undefined) return [undefined];
      return withOtherPlays({ type: 'episode', ...work, seasonNumber, episodeNumber, ...times }, episode);
    }),
  );
}

/**
 * Rows of Trakt's CSV file: one line for each viewing, rating or list entry, with the name of the series in
 * `title`.
 */
export function readTraktCsv(rows: CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    const type = row['type'];
    const times = timesOfCsv(row);
    if ((type !== 'movie' && type !== 'episode') || times === undefined) return undefined;
    const id = (name: string) => row[`${name}_id`] || row[name];
    const work = { title: readLine(row['title']), year: readCount(row['year'] || undefined) };
    if (type === 'movie')
      return { type, ...work, tmdbId: readId(id('tmdb')), imdbId: readImdbId(id('imdb')), ...times };
    // The ids of the row are those of the episode, so they do not identify the series.
    const seasonNumber = readCount(row['season'] || row['season_number'] || undefined);
    const episodeNumber = readId(row['episode'] || row['episode_number']);
    return { type, ...work, seasonNumber, episodeNumber, ...times };
  });
}

function timesOfCsv(row: CsvRow): ReturnType<typeof readTimes> {
  return readTimes({
    watched_at: row['watched_at'] || row['last_watched_at'] || undefined,
    rating: row['rating'] || undefined,
    rated_at: row['rated_at'],
  });
}

/** Maximum counted plays of a title, because each play that is left out is a row. */
const MOST_PLAYS = 100;

function withOtherPlays(row: ImportRow, entry: Fields): ImportRow[] {
  const plays = Math.min(readCount(entry['plays']) ?? 1, MOST_PLAYS);
  if (row.watchedAt === undefined || plays <= 1) return [row];
  const other = { ...row, watchedAt: undefined, rating: undefined, isLeftOut: true };
  return [row, ...Array.from({ length: plays - 1 }, () => other)];
}

function readTimes(entry: Fields): Partial<ImportRow> | undefined {
  const stated = entry['watched_at'] ?? entry['last_watched_at'];
  const rating = readCount(entry['rating']);
  const isUndated = typeof stated === 'string' && Date.parse(stated) === UNKNOWN;
  const watchedAt = isUndated ? UNKNOWN_DAY : readTime(stated);
  if (watchedAt === undefined && rating === undefined) return undefined;
  return { watchedAt, rating, ratedAt: readTime(entry['rated_at']), isUndated: isUndated || undefined };
}

/** 1970-01-01T00:00:00Z is Trakt's "unknown date". */
const UNKNOWN = 0;
