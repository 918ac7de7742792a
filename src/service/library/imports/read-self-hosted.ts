import type { Fields } from '../../../protocol/tracker/read-fields';
import type { CsvRow } from './csv';
import {
  createRoom,
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  viewedAt,
  type ImportRow,
  type TakeRows,
  fieldsOf,
  listOf,
} from './import-row';
import { mapInPieces } from './in-pieces';
import { rowsOfAnime, type AnimeEntry } from './read-anime-lists';
import { stopped } from './read-tv-time-lists';
import { rowsOfLists, seriesPlace, SHOW, shelved, withReview, type Aim, type KeptWork } from './list-rows';

type Row = ImportRow | undefined;

/**
 * Movary's `history.csv` and `ratings.csv`: films by the id of the film database. The day of a viewing may be
 * missing.
 */
export function readMovary(rows: CsvRow[]): Promise<Row[]> {
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
export function readMovaryWatchlist(rows: CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    const work = { tmdbId: readId(row['tmdbid']), title: readLine(row['title']) };
    return shelved('watchlist', { type: 'movie', ...work }, readTime(row['addedat']));
  });
}

/**
 * Yamtrack's export: a line for each film, series, season and episode. `media_id` is an id of `source`, a
 * column that files of 2024 don't have. Lines of seasons, books and games become no rows.
 */
export async function readYamtrack(rows: CsvRow[]): Promise<Row[]> {
  const take = createRoom();
  return (await mapInPieces(rows, (row) => readYamtrackRow(row, take))).flat();
}

function readYamtrackRow(row: CsvRow, take: TakeRows): Row[] {
  if (row['media_type'] === 'anime') return readYamtrackAnime(row, take);
  if ((row['source'] ?? 'tmdb') !== 'tmdb') return [undefined];
  const work = { tmdbId: readId(row['media_id']), title: readLine(row['title']) };
  return [row['status'] === 'Planning' ? readPlanned(row, work) : readTracked(row, work)];
}

function readTracked(row: CsvRow, work: Partial<ImportRow>): Row {
  const time = readTime(row['end_date']) ?? readTime(row['watch_date']) ?? readTime(row['progress_changed']);
  const rating = readScore(row['score']);
  const rated = rating === undefined ? {} : { rating, ratedAt: time };
  const viewed = viewedAt(time);
  const kind = row['media_type'];
  if (kind === 'episode') {
    const seasonNumber = readCount(row['season_number']);
    const episodeNumber = readId(row['episode_number']);
    return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewed, ...rated };
  }
  if (kind === 'tv' && row['status'] === 'Dropped') return stopped({ ...SHOW, ...work });
  if (kind !== 'movie') return undefined;
  if (row['status'] === 'Completed') return { type: 'movie', ...work, ...viewed, ...rated };
  return rating === undefined ? undefined : { type: 'movie', ...work, ...rated };
}

/**
 * Anime from MyAnimeList: a line for each season, with its progress. A completed one with a single episode
 * may be a film, so it is unclear.
 */
function readYamtrackAnime(row: CsvRow, take: TakeRows): Row[] {
  const stated = {
    title: readLine(row['title']),
    isFilm: false,
    standing: STANDINGS.get(row['status'] ?? ''),
    progress: readCount(row['progress']) ?? 0,
    finishedAt: readTime(row['end_date']),
    score: readScore(row['score']),
  };
  const read = rowsOfAnime(stated, take);
  const isDoubtful = stated.progress === 1 && row['status'] === 'Completed';
  return isDoubtful ? read.map((one) => one && { ...one, episodeNumber: undefined }) : read;
}

const STANDINGS = new Map<string, AnimeEntry['standing']>([
  ['Planning', 'planned'],
  ['Dropped', 'dropped'],
]);

/**
 * A planned film or series. The seasons of a planned series have lines of their own, which become no rows.
 */
function readPlanned(row: CsvRow, work: Partial<ImportRow>): Row {
  const addedAt = readTime(row['created_at']);
  if (row['media_type'] === 'movie') return shelved('watchlist', { type: 'movie', ...work }, addedAt);
  return row['media_type'] === 'tv' ? shelved('watchlist', { ...SHOW, ...work }, addedAt) : undefined;
}

/** A score of 0 to 10 with decimals, as 1 to 10 in steps of 0.5. */
function readScore(text: string | undefined): number | undefined {
  const score = Math.round(Number(text || Number.NaN) * 2) / 2;
  return score >= 0.5 && score <= 10 ? Math.max(1, score) : undefined;
}

/** Watcharr's export: a list of films and series. Its times are those of the entry, not of the viewing. */
export async function readWatcharr(entries: Fields[]): Promise<Row[]> {
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
      shelved(
        'watchlist',
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
  const episodes = listOf(entry['watchedEpisodes'])
    .filter(({ status }) => status === 'FINISHED')
    .map((episode): ImportRow => ({
      type: 'episode',
      ...work,
      seasonNumber: readCount(episode['seasonNumber']),
      episodeNumber: readId(episode['episodeNumber']),
      ...finishedAt(episode),
    }));
  return entry['status'] === 'DROPPED' ? [...episodes, stopped({ ...SHOW, ...work })] : episodes;
}

/** The day that the person has stated, otherwise the day of the entry as an undated viewing. */
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
  const rows = (await mapInPieces(entries, readRyotEntry)).flat();
  const listed = (await mapInPieces(entries, readCollections)).flat();
  return [...rows, ...rowsOfLists('Ryot', listed)];
}

export function isRyot(content: Fields): boolean {
  return listOf(content['metadata'] ?? content['media']).some(
    (entry) => 'lot' in entry && 'seen_history' in entry,
  );
}

/** The work of an entry, by an id of the film database, or the id of a series at TheTVDB. */
function workOfRyot({ lot, source, identifier, source_id }: Fields) {
  const title = readLine(source_id);
  if (source === 'tmdb') return { tmdbId: readId(identifier), title };
  return source === 'tvdb' && lot === 'show' ? { tvdbId: readId(identifier), title } : undefined;
}

function readRyotEntry(entry: Fields): Row[] {
  const { lot } = entry;
  const work = workOfRyot(entry);
  if ((lot !== 'movie' && lot !== 'show') || work === undefined) return [undefined];
  const seen = listOf(entry['seen_history']).map((one): Row => {
    const progress = Number(one['progress'] ?? 100);
    const viewed = viewedAt(readTime(one['ended_on']));
    if (progress < 90) return undefined;
    if (lot === 'movie') return { type: 'movie', ...work, ...viewed };
    const seasonNumber = readCount(one['show_season_number']);
    const episodeNumber = readId(one['show_episode_number']);
    return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewed };
  });
  return [...seen, ...listOf(entry['reviews']).flatMap((review) => readRyotReview(review, lot, work))];
}

function readRyotReview(review: Fields, lot: 'movie' | 'show', work: Partial<ImportRow>): Row[] {
  const rating = readScore(String(Number(review['rating'] ?? Number.NaN) / 10));
  const stated = fieldsOf(review['review']);
  const text = typeof stated['text'] === 'string' ? stated['text'].trim() : '';
  const place = lot === 'movie' ? ({ type: 'movie', ...work } as const) : placeOfReview(review, work);
  if (place === undefined || (rating === undefined && text === '')) return [undefined];
  if (rating === undefined) return withReview(place, text).slice(1);
  return withReview({ ...place, rating, ratedAt: readTime(stated['date']) }, text);
}

/** The series, season or episode of a review. */
function placeOfReview(review: Fields, work: Partial<ImportRow>): Row {
  const seasonNumber = readCount(review['show_season_number']);
  const episodeNumber = readId(review['show_episode_number']);
  if (episodeNumber === undefined) return seriesPlace(work, seasonNumber);
  return { type: 'episode', ...work, seasonNumber, episodeNumber };
}

/** Collections that Ryot fills by itself. */
const KEPT_BY_RYOT = new Set(['Completed', 'In Progress', 'Monitoring', 'Custom']);

type RyotEntry = Readonly<{
  aim: Aim;
  entry: KeptWork | undefined;
}>;

/**
 * The collections of an entry become the watchlist, favorites, the collection, and lists of the person. A
 * reminder counts as unread.
 */
function readCollections(entry: Fields): RyotEntry[] {
  const work = workOfRyot(entry);
  const { lot } = entry;
  if ((lot !== 'movie' && lot !== 'show') || work === undefined) return [];
  const kept = lot === 'movie' ? ({ type: 'movie', ...work } as const) : { ...SHOW, ...work };
  return listOf(entry['collections']).flatMap((collection): RyotEntry[] => {
    const name = readLine(collection['collection_name']) ?? '';
    if (KEPT_BY_RYOT.has(name)) return [];
    const addedAt = readTime(collection['created_on']);
    if (name === 'Reminders') return [{ aim: { shelf: 'watchlist' }, entry: undefined }];
    return [{ aim: aimOfRyot(name), entry: { work: kept, addedAt } }];
  });
}

function aimOfRyot(name: string): Aim {
  if (name === 'Watchlist') return { shelf: 'watchlist' };
  if (name === 'Owned') return { shelf: 'collection' };
  return /^favou?rites?$/i.test(name) ? { shelf: 'favorites' } : { list: name };
}
