import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readNetflixActivity, readNetflix } from './read-netflix';
import { aimOf, readCsvList, SHOW } from './list-rows';
import { readImdb, readLetterboxd, readPrimeVideo } from './read-plain-csv';
import { readMovary, readMovaryWatchlist, readYamtrack } from './read-self-hosted';
import { readSerializdDiary } from './read-serializd';
import { readSimklCsv } from './read-simkl';
import { readTraktCsv } from './read-trakt';
import { readTvTime, readTvTimeExport } from './read-tv-time';
import {
  NO_NAMES,
  readTvTimeFollowed,
  readTvTimeLists,
  readTvTimeOwnLists,
  readTvTimeRates,
  readTvTimeSeries,
  readTvTimeShowData,
  readTvTimeVotes,
  type TvTimeNames,
} from './read-tv-time-lists';
import {
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  type ImportRow,
  type ReadFile,
} from './import-row';

type CsvFormat = Readonly<{
  source: ReadFile['source'];
  /** The columns that identify the format, in lower case. */
  columns: string[];
  /** `name`: the name of the file. */
  read: (rows: CsvRow[], name: string, names: TvTimeNames) => Promise<(ImportRow | undefined)[]>;
  /** Set if lists of the source have the columns of its ratings. */
  list?: 'IMDb' | 'TMDB';
}>;

/**
 * The first format whose columns are all present counts, so formats with more specific columns come first.
 */
const FORMATS: CsvFormat[] = [
  {
    source: 'Matinee',
    columns: ['type', 'watchedat', 'tmdbid'],
    read: (rows) => mapInPieces(rows, readOwn),
  },
  { source: 'Serializd', columns: ['name', 'showid', 'episode', 'season'], read: readSerializdCsv },
  // https://docs.movary.org: `history.csv`, `ratings.csv`, `watchlist.csv`
  { source: 'Movary', columns: ['title', 'tmdbid', 'imdbid', 'watchedat'], read: readMovary },
  { source: 'Movary', columns: ['title', 'tmdbid', 'imdbid', 'userrating'], read: readMovary },
  { source: 'Movary', columns: ['title', 'tmdbid', 'imdbid', 'addedat'], read: readMovaryWatchlist },
  { source: 'Yamtrack', columns: ['media_id', 'source', 'media_type'], read: readYamtrack },
  { source: 'Yamtrack', columns: ['media_id', 'media_type', 'watch_date'], read: readYamtrack },
  { source: 'IMDb', columns: ['const', 'title', 'title type'], read: readImdb, list: 'IMDb' },
  { source: 'TMDB', columns: ['tmdb id', 'type', 'name', 'your rating'], read: readTmdb, list: 'TMDB' },
  {
    source: 'Prime Video',
    columns: ['date watched', 'type', 'title', 'episode title'],
    read: readPrimeVideo,
  },
  // Simkl comes before Letterboxd, because its files have Letterboxd's columns too.
  { source: 'Simkl', columns: ['title', 'type', 'lastepwatched'], read: readSimklCsv },
  { source: 'Simkl', columns: ['simkl_id', 'title', 'watcheddate'], read: readSimklCsv },
  { source: 'Letterboxd', columns: ['name', 'letterboxd uri'], read: readLetterboxd },
  { source: 'Letterboxd', columns: ['title', 'watcheddate'], read: readLetterboxd },
  // Votes come before viewings, because votes about episodes have the columns of viewings too.
  { source: 'TV Time', columns: ['vote_key'], read: readTvTimeVotes },
  { source: 'TV Time', columns: ['tv_show_name', 'episode_number'], read: readTvTime },
  { source: 'TV Time', columns: ['series_name', 'episode_number'], read: readTvTime },
  // Only followed series, of which no episode was watched.
  { source: 'TV Time', columns: ['key', 's_id', 'series_name'], read: readTvTime },
  { source: 'TV Time', columns: ['movie_name', 'type'], read: readTvTime },
  { source: 'TV Time', columns: ['title', 'is_watched', 'watched_at'], read: readTvTimeExport },
  { source: 'TV Time', columns: ['tvdb_id', 'title', 'status', 'created_at'], read: readTvTimeSeries },
  { source: 'TV Time', columns: ['list_id', 'list_name', 'item_type'], read: readTvTimeLists },
  { source: 'TV Time', columns: ['s_key', 'name', 'objects'], read: readTvTimeOwnLists },
  { source: 'TV Time', columns: ['tv_show_id', 'tv_show_name', 'rating'], read: readTvTimeRates },
  {
    source: 'TV Time',
    columns: ['tv_show_id', 'tv_show_name', 'notification_offset'],
    read: readTvTimeFollowed,
  },
  {
    source: 'TV Time',
    columns: ['tv_show_id', 'tv_show_name', 'nb_episodes_seen'],
    read: readTvTimeShowData,
  },
  ...['trakt', 'trakt_id', 'trakt id', 'action'].map((column) => ({
    source: 'Trakt' as const,
    columns: ['type', 'title', column],
    read: readTraktCsv,
  })),
  // https://help.netflix.com/en/node/101917, and `ViewingActivity.csv` of the personal data.
  { source: 'Netflix', columns: ['title', 'date'], read: readNetflix },
  {
    source: 'Netflix',
    columns: ['title', 'start time', 'duration'],
    read: readNetflixActivity,
  },
];

/**
 * Reads a CSV file. `list`: it is a list of a known source, without viewings. `undefined`: the source is
 * unknown.
 */
export async function readCsvFile(
  rows: CsvRow[],
  name: string,
  names: TvTimeNames = NO_NAMES,
): Promise<ReadFile | 'list' | undefined> {
  const [first = {}] = rows;
  const format = FORMATS.find(({ columns }) => columns.every((column) => column in first));
  if (format === undefined) return undefined;
  const read = await format.read(rows, name, names);
  const listed = await readListed(format, { rows, name, read });
  const found = [...listed, ...read].filter((row) => row !== undefined);
  // A list may have a row of its own above those of its works.
  const head = listed.length - rows.length;
  const isUnread = (row: ImportRow | undefined, index: number) => (row ?? listed[head + index]) === undefined;
  return found.length === 0 && rows.length > 0 && MAY_BE_LIST.has(format.source)
    ? 'list'
    : { source: format.source, rows: found, unread: read.filter(isUnread).length };
}

type CsvFile = Readonly<{
  rows: CsvRow[];
  name: string;
  /** The rows that the format has read from it. */
  read: (ImportRow | undefined)[];
}>;

/**
 * The entries of the file if it is a list, otherwise none: ratings have the same columns. It is a list if it
 * contains no rating, if its name is that of a shelf, or if it states positions, as only lists of IMDb do.
 */
async function readListed({ list }: CsvFormat, { rows, name, read }: CsvFile) {
  const aim = aimOf(name);
  if (list === undefined || aim === undefined) return [];
  const isNamed = 'shelf' in aim || (rows[0] !== undefined && 'position' in rows[0]);
  const isList = read.every((row) => row === undefined) || (isNamed && !rows.every(isOfOwnExport));
  return isList ? readCsvList(list, aim, rows) : [];
}

/** Whether a row is from our own export in IMDb's format, which contains watched films with a day. */
const isOfOwnExport = (row: CsvRow): boolean => row['num votes'] === '' && Boolean(row['date rated']);

/** Sources whose lists have the same columns as their viewings or ratings. */
const MAY_BE_LIST: ReadonlySet<ReadFile['source']> = new Set(['IMDb', 'TMDB', 'Trakt', 'TV Time']);

/** Restores the camel case of Serializd's JSON, because `parseCsv` writes column names in lower case. */
function readSerializdCsv(rows: CsvRow[]): Promise<(ImportRow | undefined)[]> {
  return readSerializdDiary(
    rows.map((row) => ({
      ...row,
      showId: row['showid'],
      dateAdded: row['dateadded'],
      reviewText: row['reviewtext'],
    })),
  );
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

/** The ratings of themoviedb.org. An entry of a list has the same columns, but no rating. */
function readTmdb(rows: CsvRow[]): Promise<(ImportRow | undefined)[]> {
  return mapInPieces(rows, (row) => {
    const rating = readCount(row['your rating'] || undefined);
    const name = readLine(row['name']);
    if (rating === undefined || name === undefined) return undefined;
    const rated = { rating, ratedAt: readTime(row['date rated']) };
    if (row['type'] === 'movie') {
      const ids = { tmdbId: readId(row['tmdb id']), imdbId: readImdbId(row['imdb id']) };
      return { type: 'movie', ...ids, title: name, ...rated };
    }
    const seasonNumber = readCount(row['season number'] || undefined);
    const episodeNumber = readId(row['episode number']);
    if (row['type'] === 'tv' && seasonNumber === undefined)
      return { ...SHOW, tmdbId: readId(row['tmdb id']), title: name, ...rated };
    if (seasonNumber === undefined || episodeNumber === undefined) return undefined;
    // "Friends S1E1". The ids are those of the episode, so they do not identify the series.
    const title = name.replace(/ S\d+E\d+$/, '');
    return { type: 'episode', title, seasonNumber, episodeNumber, ...rated };
  });
}
