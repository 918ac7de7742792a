import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readNetflix } from './read-netflix';
import {
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  type ImportRow,
  type ReadFile,
} from './import-row';

interface CsvFormat {
  readonly source: ReadFile['source'];
  /** Columns that it has. */
  readonly columns: readonly string[];
  readonly read: (rows: readonly CsvRow[]) => Promise<(ImportRow | undefined)[]>;
}

const FORMATS: readonly CsvFormat[] = [
  { source: 'Matinee', columns: ['watchedat', 'tmdbid'], read: (rows) => mapInPieces(rows, readOwn) },
  // https://letterboxd.com/about/importing-data/, and the `diary.csv` and `watched.csv` of its export.
  {
    source: 'Letterboxd',
    columns: ['name', 'letterboxd uri'],
    read: (rows) => mapInPieces(rows, readLetterboxd),
  },
  {
    source: 'Letterboxd',
    columns: ['title', 'watcheddate'],
    read: (rows) => mapInPieces(rows, readLetterboxd),
  },
  // The files of the data that TV Time gives to its users, of two generations.
  {
    source: 'TV Time',
    columns: ['tv_show_name', 'episode_number'],
    read: (rows) => mapInPieces(rows, readTvTime),
  },
  {
    source: 'TV Time',
    columns: ['series_name', 'episode_number'],
    read: (rows) => mapInPieces(rows, readTvTime),
  },
  // https://help.netflix.com/en/node/101917, and `ViewingActivity.csv` of the personal data.
  { source: 'Netflix', columns: ['title', 'date'], read: readNetflix },
  { source: 'Netflix', columns: ['title', 'start time', 'duration'], read: readNetflix },
];

/** The file of a source that writes CSV. `undefined`: it is of none. */
export async function readCsvFile(rows: readonly CsvRow[]): Promise<ReadFile | undefined> {
  const [first = {}] = rows;
  const format = FORMATS.find(({ columns }) => columns.every((column) => column in first));
  if (format === undefined) return undefined;
  const read = await format.read(rows);
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

/** Ratings are 0.5 to 5. The time of a viewing is a day; `watched.csv` has only the day of the entry. */
function readLetterboxd(row: CsvRow): ImportRow | undefined {
  const title = readLine(row['name'] ?? row['title']);
  const watchedAt = readTime(row['watched date'] || row['watcheddate'] || row['date']);
  if (title === undefined || watchedAt === undefined) return undefined;
  const stars = Number(row['rating'] || Number.NaN);
  return {
    type: 'movie',
    title,
    year: readId(row['year']),
    tmdbId: readId(row['tmdbid']),
    imdbId: readImdbId(row['imdbid']),
    watchedAt,
    rating: stars >= 0.5 && stars <= 5 ? Math.max(1, stars * 2) : undefined,
    ratedAt: watchedAt,
  };
}

function readTvTime(row: CsvRow): ImportRow | undefined {
  const title = readLine(row['tv_show_name'] ?? row['series_name']);
  const watchedAt = readTime(row['created_at']);
  const episodeNumber = readId(row['episode_number']);
  if (title === undefined || watchedAt === undefined || episodeNumber === undefined) return undefined;
  const seasonNumber = readCount(row['episode_season_number'] ?? row['season_number']);
  return { type: 'episode', title, seasonNumber, episodeNumber, watchedAt };
}
