import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readCount, readId, readLine, readTime, type ImportRow } from './import-row';

/**
 * The files of the data that TV Time gives to its users, of two generations: `seen_episode*.csv`, and
 * `tracking-prod-records*.csv`, which also says what was followed or planned. Times are in UTC.
 */
export function readTvTime(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
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

function readFilm(row: CsvRow): ImportRow | undefined {
  const title = readLine(row['movie_name']);
  const watchedAt = readTime(row['watch_date']) ?? readTime(row['created_at']);
  if (title === undefined || watchedAt === undefined) return undefined;
  return { type: 'movie', title, year: readId(row['release_date']?.slice(0, 4)), watchedAt };
}

function readEpisode(row: CsvRow): ImportRow | undefined {
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
