import type { CsvRow } from './csv';
import { readCount, readId, readImdbId, readLine, readTime, viewedAt, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';
import { fieldsOf, listOf, type Fields } from './json-fields';

type Row = ImportRow | undefined;

/**
 * Movary's `history.csv` and `ratings.csv`: films by the id of the film database. A day may be missing.
 * Entries of `watchlist.csv` are no viewings.
 */
export function readMovary(rows: readonly CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    const tmdbId = readId(row['tmdbid']);
    const film = { type: 'movie' as const, tmdbId, imdbId: readImdbId(row['imdbid']) };
    const work = { ...film, title: readLine(row['title']), year: readCount(row['year'] || undefined) };
    if ('watchedat' in row) return { ...work, ...viewedAt(readTime(row['watchedat'])) };
    const rating = readCount(row['userrating'] || undefined);
    return rating === undefined ? undefined : { ...work, rating };
  });
}

/** `watchlist.csv` of Movary. */
export function readMovaryWatchlist(rows: readonly CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    const work = { tmdbId: readId(row['tmdbid']), title: readLine(row['title']) };
    return planned({ type: 'movie', ...work }, readTime(row['addedat']));
  });
}

/** A film or series that is to be watched. */
function planned(work: ImportRow, addedAt: number | undefined): ImportRow {
  return { ...work, part: 'watchlist', kept: addedAt === undefined ? {} : { added_at: addedAt } };
}

/**
 * Yamtrack's export: a line for each film, series, season and episode, with an id of `source`. Series and
 * seasons repeat what their episodes state. Books, games and what is only planned are no viewings.
 */
export function readYamtrack(rows: readonly CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    if (row['source'] !== 'tmdb') return undefined;
    const work = { tmdbId: readId(row['media_id']), title: readLine(row['title']) };
    const time =
      readTime(row['end_date']) ?? readTime(row['watch_date']) ?? readTime(row['progress_changed']);
    const rating = readScore(row['score']);
    const rated = rating === undefined ? {} : { rating, ratedAt: time };
    if (row['status'] === 'Planning') return readPlanned(row, work);
    if (row['media_type'] === 'episode') {
      const numbers = {
        seasonNumber: readCount(row['season_number']),
        episodeNumber: readId(row['episode_number']),
      };
      return { type: 'episode', ...work, ...numbers, ...viewedAt(time), ...rated };
    }
    if (row['media_type'] !== 'movie') return undefined;
    if (row['status'] === 'Completed') return { type: 'movie', ...work, ...viewedAt(time), ...rated };
    return rating === undefined ? undefined : { type: 'movie', ...work, ...rated };
  });
}

const SHOW = { type: 'episode', level: 'show' } as const;

/** The seasons of a planned series are lines of their own. */
function readPlanned(row: CsvRow, work: Partial<ImportRow>): Row {
  const addedAt = readTime(row['created_at']);
  if (row['media_type'] === 'movie') return planned({ type: 'movie', ...work }, addedAt);
  return row['media_type'] === 'tv' ? planned({ ...SHOW, ...work }, addedAt) : undefined;
}

/** 0 to 10 with decimals, as 1 to 10 in halves. */
function readScore(text: string | undefined): number | undefined {
  const score = Math.round(Number(text || Number.NaN) * 2) / 2;
  return score >= 0.5 && score <= 10 ? Math.max(1, score) : undefined;
}

/** Watcharr's export: a list of films and series. Its times are those of the entry, not of the viewing. */
export async function readWatcharr(entries: readonly Fields[]): Promise<Row[]> {
  return (await mapInPieces(entries, readWatcharrEntry)).flat();
}

export function isWatcharr(entry: Fields): boolean {
  return 'status' in entry && 'tmdbId' in fieldsOf(entry['content']);
}

function readWatcharrEntry(entry: Fields): Row[] {
  const content = fieldsOf(entry['content']);
  const work = { tmdbId: readId(content['tmdbId']), title: readLine(content['title']) };
  if (entry['status'] === 'PLANNED')
    return [
      planned(
        content['type'] === 'movie' ? { type: 'movie', ...work } : { ...SHOW, ...work },
        readTime(entry['createdAt']),
      ),
    ];
  if (content['type'] === 'movie') {
    const rating = readCount(entry['rating']) || undefined;
    const rated = rating === undefined ? {} : { rating, ratedAt: readTime(entry['updatedAt']) };
    if (entry['status'] !== 'FINISHED')
      return [rating === undefined ? undefined : { type: 'movie', ...work, ...rated }];
    return [{ type: 'movie', ...work, ...finishedAt(entry), ...rated }];
  }
  return listOf(entry['watchedEpisodes'])
    .filter(({ status }) => status === 'FINISHED')
    .map((episode) => ({
      type: 'episode',
      ...work,
      seasonNumber: readCount(episode['seasonNumber']),
      episodeNumber: readId(episode['episodeNumber']),
      ...finishedAt(episode),
    }));
}

/** The day that the person has stated, or the one of the entry, which says little. */
function finishedAt(entry: Fields): Pick<ImportRow, 'watchedAt' | 'isUndated'> {
  const stated = listOf(entry['activity'])
    .map((one) => readTime(one['customDate']))
    .findLast((time) => time !== undefined);
  if (stated !== undefined) return { watchedAt: stated };
  return { ...viewedAt(readTime(entry['createdAt'])), isUndated: true };
}

/** Ryot's export: `metadata`, before 2025 `media`, with the viewings of each and ratings from 0 to 100. */
export async function readRyot(content: Fields): Promise<Row[]> {
  const entries = listOf(content['metadata'] ?? content['media']);
  return (await mapInPieces(entries, readRyotEntry)).flat();
}

export function isRyot(content: Fields): boolean {
  return listOf(content['metadata'] ?? content['media']).some(
    (entry) => 'lot' in entry && 'seen_history' in entry,
  );
}

function readRyotEntry(entry: Fields): Row[] {
  const { lot, source } = entry;
  if ((lot !== 'movie' && lot !== 'show') || source !== 'tmdb') return [undefined];
  const work = { tmdbId: readId(entry['identifier']), title: readLine(entry['source_id']) };
  const seen = listOf(entry['seen_history']).map((one): Row => {
    const progress = Number(one['progress'] ?? 100);
    const viewed = viewedAt(readTime(one['ended_on']));
    if (progress < 90) return undefined;
    if (lot === 'movie') return { type: 'movie', ...work, ...viewed };
    const seasonNumber = readCount(one['show_season_number']);
    const episodeNumber = readId(one['show_episode_number']);
    return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewed };
  });
  const rated =
    lot === 'movie'
      ? listOf(entry['reviews']).map((review): Row => {
          const rating = readScore(String(Number(review['rating']) / 10));
          return rating === undefined ? undefined : { type: 'movie', ...work, rating };
        })
      : [];
  return [...seen, ...rated];
}

/**
 * Serializd's diary: episodes by the id of the film database. What is said of a season or a series is no row.
 */
export function readSerializd(entries: readonly Fields[]): Promise<Row[]> {
  return mapInPieces(entries, (entry) => {
    const season = listOf(entry['showSeasons']).find(({ id }) => id === entry['seasonId']);
    const seasonNumber = readCount(season?.['seasonNumber']);
    const episodeNumber = readId(entry['episodeNumber']);
    if (seasonNumber === undefined || episodeNumber === undefined) return undefined;
    const work = { tmdbId: readId(entry['showId']), title: readLine(entry['showName']) };
    const time = readTime(entry['backdate']) ?? readTime(entry['dateAdded']);
    const rating = readCount(entry['rating']) || undefined;
    const rated = rating === undefined ? {} : { rating, ratedAt: time };
    return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewedAt(time), ...rated };
  });
}

export function isSerializd(entry: Fields): boolean {
  return 'showId' in entry && 'seasonId' in entry;
}
