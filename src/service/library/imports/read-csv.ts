import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readNetflixActivity } from './netflix-sessions';
import { readLetterboxd } from './read-letterboxd';
import { readNetflix } from './read-netflix';
import { readSimklCsv } from './read-simkl-csv';
import { readTvTime } from './read-tv-time';
import { readCount, readId, readLine, readTime, type ImportRow, type ReadFile } from './import-row';

interface CsvFormat {
  readonly source: ReadFile['source'];
  /** Columns that it has. */
  readonly columns: readonly string[];
  /** `name`: of the file. */
  readonly read: (rows: readonly CsvRow[], name: string) => Promise<(ImportRow | undefined)[]>;
}

const FORMATS: readonly CsvFormat[] = [
  { source: 'Matinee', columns: ['watchedat', 'tmdbid'], read: (rows) => mapInPieces(rows, readOwn) },
  // Before Letterboxd, whose columns they have too.
  { source: 'Simkl', columns: ['title', 'type', 'lastepwatched'], read: readSimklCsv },
  { source: 'Simkl', columns: ['simkl_id', 'title', 'watcheddate'], read: readSimklCsv },
  { source: 'Letterboxd', columns: ['name', 'letterboxd uri'], read: readLetterboxd },
  { source: 'Letterboxd', columns: ['title', 'watcheddate'], read: readLetterboxd },
  { source: 'TV Time', columns: ['tv_show_name', 'episode_number'], read: readTvTime },
  { source: 'TV Time', columns: ['series_name', 'episode_number'], read: readTvTime },
  { source: 'TV Time', columns: ['movie_name', 'type'], read: readTvTime },
  // https://help.netflix.com/en/node/101917, and `ViewingActivity.csv` of the personal data.
  { source: 'Netflix', columns: ['title', 'date'], read: readNetflix },
  {
    source: 'Netflix',
    columns: ['title', 'start time', 'duration'],
    read: readNetflixActivity,
  },
];

/** The file of a source that writes CSV. `undefined`: it is of none. */
export async function readCsvFile(rows: readonly CsvRow[], name: string): Promise<ReadFile | undefined> {
  const [first = {}] = rows;
  const format = FORMATS.find(({ columns }) => columns.every((column) => column in first));
  if (format === undefined) return undefined;
  const read = await format.read(rows, name);
  const found = read.filter((row) => row !== undefined);
  return { source: format.source, rows: found, unread: read.length - found.length };
}

/** A line of our own CSV: see `export-history.ts`. */
function readOwn(row: CsvRow): ImportRow | undefined {
  const { type } = row;
  const watchedAt = readTime(row['watchedat']);
  if ((type !== 'movie' && type !== 'episode') || watchedAt === undefined) return undefined;
  return {
    type,
    watchedAt,
    startedAt: readTime(row['startedat']),
    tmdbId: readId(row['tmdbid']),
    episodeId: readId(row['episodeid']),
    title: readLine(row['title']),
    year: readCount(row['year']),
    seasonNumber: readCount(row['seasonnumber']),
    episodeNumber: readId(row['episodenumber']),
    duration: readCount(row['duration']),
    progress: readCount(row['progress']),
    id: readLine(row['id']),
  };
}
