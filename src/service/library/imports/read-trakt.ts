import { isRecord } from '../../../core/values/is-record';
import { readCount, readId, readLine, readTime, type ImportRow } from './import-row';
import { drainInPieces } from './in-pieces';
import { fieldsOf, listOf, readWork, type Fields } from './json-fields';

type Row = ImportRow | undefined;

export function isTrakt(entry: Fields): boolean {
  const hasTime = 'watched_at' in entry || 'rated_at' in entry || 'last_watched_at' in entry;
  return hasTime && ('movie' in entry || 'episode' in entry || 'show' in entry);
}

/**
 * Trakt's history, ratings and lists of what was watched, as its interface and the export of its settings
 * write them: `https://trakt.docs.apiary.io/#reference/sync`. Ratings of series and seasons are no rows. The
 * lists state the time of the last play: the others are left out.
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
  if (!isRecord(episode) || !isRecord(entry['show'])) return [undefined];
  const row = {
    ...readWork(entry['show']),
    episodeId: readId(fieldsOf(episode['ids'])['tmdb']),
    seasonNumber: readCount(episode['season']),
    episodeNumber: readId(episode['number']),
    episodeTitle: readLine(episode['title']),
  };
  return [{ type: 'episode', ...row, ...times }];
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

/** Plays of one title that are counted at most: each one that is left out is a row. */
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
  const watchedAt = isUndated ? FIRST_DAY : readTime(stated);
  if (watchedAt === undefined && rating === undefined) return undefined;
  return { watchedAt, rating, ratedAt: readTime(entry['rated_at']), isUndated: isUndated || undefined };
}

/** 1970-01-01T00:00:00Z: Trakt's "unknown date". It is taken as a day, as those without a time of day are. */
const UNKNOWN = 0;
const FIRST_DAY = Date.UTC(1970, 0, 1, 12);
