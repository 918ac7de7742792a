import type { CsvRow } from './csv';
import { readCount, readId, readImdbId, readLine, readTime, viewedAt, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';
import { fieldsOf, listOf, type Fields } from './json-fields';

type Row = ImportRow | undefined;

/**
 * The files of the data that TV Time gave to its users on demand, of two generations: `seen_episode*.csv`,
 * and `tracking-prod-records*.csv`, which also says what was followed or planned. Times are in UTC.
 */
export function readTvTime(rows: readonly CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    if (!isViewing(row)) return undefined;
    return row['movie_name'] ? readFilm(row) : readEpisode(row);
  });
}

/** "watch", "rewatch", "watch-episode-349232". */
function isViewing(row: CsvRow): boolean {
  const kind = row['key'] || row['type'];
  return kind === undefined || /^(?:re)?watch(?:$|-episode|-movie)/.test(kind);
}

function readFilm(row: CsvRow): Row {
  const title = readLine(row['movie_name']);
  const watchedAt = readTime(row['watch_date']) ?? readTime(row['created_at']);
  if (title === undefined || watchedAt === undefined) return undefined;
  return { type: 'movie', title, year: readId(row['release_date']?.slice(0, 4)), watchedAt };
}

function readEpisode(row: CsvRow): Row {
  const name = readLine(row['tv_show_name'] ?? row['series_name']);
  const watchedAt = readTime(row['created_at']);
  const episodeNumber = readId(row['episode_number'] || row['ep_no']);
  if (name === undefined || watchedAt === undefined || episodeNumber === undefined) return undefined;
  const seasonNumber = readCount(row['episode_season_number'] ?? (row['season_number'] || row['s_no']));
  return { type: 'episode', ...splitYear(name), seasonNumber, episodeNumber, watchedAt };
}

/** "Sherlock (2010)". */
function splitYear(name: string): Pick<ImportRow, 'title' | 'year'> {
  const [, title, year] = /^(.+?) \(((?:19|20)\d\d)\)$/.exec(name) ?? [];
  return title === undefined ? { title: name } : { title, year: Number(year) };
}

/**
 * The export that TV Time offered before it closed in July 2026 (`tvtime-series-episodes.csv`,
 * `tvtime-movies.csv`), and that of programs which saved it: every film and episode with `is_watched`.
 */
export async function readTvTimeExport(rows: readonly CsvRow[]): Promise<Row[]> {
  const read = await mapInPieces(rows, (row): Row[] => {
    const title = readLine(row['title']);
    if (title === undefined || row['is_watched'] !== 'true') return [undefined];
    const viewed = viewedAt(readTime(row['watched_at']));
    const again = readCount(row['rewatch_count'] || undefined) ?? 0;
    const episodeNumber = readId(row['episode']);
    if (episodeNumber !== undefined)
      return withRewatches(
        {
          type: 'episode',
          ...splitYear(title),
          seasonNumber: readCount(row['season']),
          episodeNumber,
          ...viewed,
        },
        again,
      );
    if ('season' in row || row['type'] === 'series') return [undefined];
    const year = readCount(row['year'] || undefined);
    return withRewatches(
      { type: 'movie', title, year, imdbId: readImdbId(row['imdb_id']), ...viewed },
      again,
    );
  });
  return read.flat();
}

/** Rewatches that are counted at most: each one that is left out, because it has no date, is a row. */
const MOST_REWATCHES = 100;

function withRewatches(row: ImportRow, again: number): ImportRow[] {
  const other = { ...row, watchedAt: undefined, isUndated: undefined, isLeftOut: true };
  return [row, ...Array.from({ length: Math.min(again, MOST_REWATCHES) }, () => other)];
}

/** The same export as JSON: a list of films, or of series with their seasons. */
export async function readTvTimeJson(entries: readonly Fields[]): Promise<Row[]> {
  return (await mapInPieces(entries, readEntry)).flat();
}

export function isTvTimeJson(entry: Fields): boolean {
  const hasIds = 'tvdb' in fieldsOf(entry['id']);
  return hasIds && ('is_watched' in entry || Array.isArray(entry['seasons']));
}

function readEntry(entry: Fields): Row[] {
  const title = readLine(entry['title']);
  if (title === undefined) return [undefined];
  if (!Array.isArray(entry['seasons'])) {
    if (entry['is_watched'] !== true) return [undefined];
    const imdbId = readImdbId(fieldsOf(entry['id'])['imdb']);
    const year = readCount(entry['year']);
    return [{ type: 'movie', title, year, imdbId, ...viewedAt(readTime(entry['watched_at'])) }];
  }
  return listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes'])
      .filter((episode) => episode['is_watched'] === true)
      .map((episode) => ({
        type: 'episode' as const,
        ...splitYear(title),
        seasonNumber: readCount(season['number']),
        episodeNumber: readId(episode['number']),
        ...viewedAt(readTime(episode['watched_at'])),
      })),
  );
}
