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
import { SHOW, shelved } from './list-rows';
import { isTrue, readTvTimeStanding, splitYear, stopped, yearOf } from './read-tv-time-lists';

type Row = ImportRow | undefined;

/**
 * The personal data that TV Time gave out on request, in two generations: `seen_episode*.csv`, and
 * `tracking-prod-records*.csv`, which also state what was followed or planned. Times are in UTC.
 */
export function readTvTime(rows: CsvRow[]): Promise<Row[]> {
  const watched = new Set(rows.filter(isViewing).map(nameOf));
  return mapInPieces(rows, (row) => {
    if (isViewing(row)) return row['movie_name'] ? readFilm(row) : readEpisode(row);
    const isWatched = watched.has(nameOf(row));
    return row['movie_name'] ? readPlan(row, isWatched) : readStanding(row, isWatched);
  });
}

const nameOf = (row: CsvRow): string =>
  row['movie_name'] ? `${row['movie_name']} ${row['release_date'] ?? ''}` : `tv ${row['series_name'] ?? ''}`;

/** A film of the type `towatch`. */
function readPlan(row: CsvRow, isWatched: boolean): Row {
  const title = readLine(row['movie_name']);
  if (row['type'] !== 'towatch' || title === undefined || isWatched) return undefined;
  const year = yearOf(row['release_date']);
  return shelved('watchlist', { type: 'movie', title, year }, readTime(row['created_at']));
}

/** A series that is followed, saved for later or archived. */
function readStanding(row: CsvRow, isWatched: boolean): Row {
  const name = readLine(row['series_name']);
  if (name === undefined || row['key']?.startsWith('user-series-') !== true) return undefined;
  const series = { ...SHOW, ...splitYear(name), tvdbId: readId(row['s_id']) };
  if (isTrue(row['is_archived'])) return stopped(series);
  const isPlanned = isTrue(row['is_for_later']) || (isTrue(row['is_followed']) && !isWatched);
  return isPlanned ? shelved('watchlist', series, readTime(row['created_at'])) : undefined;
}

/** Whether a row is a viewing, by its key or type: "watch", "rewatch", "watch-episode-349232". */
function isViewing(row: CsvRow): boolean {
  const kind = row['key'] || row['type'];
  return kind === undefined || /^(?:re)?watch(?:$|-episode|-movie)/.test(kind);
}

function readFilm(row: CsvRow): Row {
  const title = readLine(row['movie_name']);
  const watchedAt = readTime(row['watch_date']) ?? readTime(row['created_at']);
  if (title === undefined || watchedAt === undefined) return undefined;
  return { type: 'movie', title, year: yearOf(row['release_date']), watchedAt };
}

function readEpisode(row: CsvRow): Row {
  const name = readLine(row['tv_show_name'] ?? row['series_name']);
  const watchedAt = readTime(row['created_at']);
  const episodeNumber = readId(row['episode_number'] || row['ep_no']);
  if (name === undefined || watchedAt === undefined || episodeNumber === undefined) return undefined;
  const seasonNumber = readCount(row['episode_season_number'] ?? (row['season_number'] || row['s_no']));
  return { type: 'episode', ...splitYear(name), ...tvdbIdsOf(row), seasonNumber, episodeNumber, watchedAt };
}

const tvdbIdsOf = (row: CsvRow) => ({
  tvdbId: readId(row['s_id'] || row['series_id'] || row['tv_show_id']),
  tvdbEpisodeId: readId(row['ep_id'] || row['episode_id']),
});

/**
 * The export that TV Time offered before it closed in July 2026 (`tvtime-series-episodes.csv`,
 * `tvtime-movies.csv`), and that of programs which saved it: every film and episode with `is_watched`, and
 * possibly `is_watchlisted` and a rating. A film that is not watched was planned.
 */
export async function readTvTimeExport(rows: CsvRow[]): Promise<Row[]> {
  const take = createRoom();
  const read = await mapInPieces(rows, (row): Row[] => {
    const title = readLine(row['title']);
    if (title === undefined) return [undefined];
    const more = readMore(row, title);
    if (row['is_watched'] !== 'true') return more.length === 0 ? [undefined] : more;
    const viewed = viewedAt(readTime(row['watched_at']));
    const again = readCount(row['rewatch_count'] || undefined) ?? 0;
    const episodeNumber = readId(row['episode']);
    if (episodeNumber !== undefined)
      return withRewatches(
        {
          type: 'episode',
          ...splitYear(title),
          tvdbId: readId(row['series_tvdb_id']),
          tvdbEpisodeId: readId(row['tvdb_id']),
          seasonNumber: readCount(row['season']),
          episodeNumber,
          ...viewed,
        },
        again,
        take,
      );
    if (!isFilm(row)) return more.length === 0 ? [undefined] : more;
    return [...withRewatches({ ...filmOf(row, title), ...viewed }, again, take), ...more];
  });
  return read.flat();
}

/** If films and episodes have the same columns, `type` tells them apart. */
function isFilm(row: CsvRow): boolean {
  const type = row['type'] ?? ('season' in row ? 'episode' : 'movie');
  return type.toLowerCase() === 'movie' && !row['episode'];
}

function filmOf(row: CsvRow, title: string): ImportRow {
  const year = readCount(row['year'] || undefined);
  return { type: 'movie', title, year, imdbId: readImdbId(row['imdb_id']) };
}

/** `undefined`: the row is about an episode. */
function seriesOf(row: CsvRow, title: string): ImportRow | undefined {
  if (!/^(?:series|show)$/i.test(row['type'] ?? '')) return undefined;
  return { ...SHOW, ...splitYear(title), tvdbId: readId(row['tvdb_id']) };
}

/** Further statements about a film or a series, besides its viewing. */
function readMore(row: CsvRow, title: string): ImportRow[] {
  const work = isFilm(row) ? filmOf(row, title) : seriesOf(row, title);
  if (work === undefined) return [];
  const rating = readCount(row['rating'] || undefined) ?? 0;
  return [
    ...(isPlanned(row) ? [shelved('watchlist', work, readTime(row['created_at']))] : []),
    ...(isTrue(row['is_favorite']) ? [shelved('favorites', work)] : []),
    ...(rating >= 1 && rating <= 10 ? [{ ...work, rating, ratedAt: readTime(row['watched_at']) }] : []),
  ];
}

function isPlanned(row: CsvRow): boolean {
  if ('is_watchlisted' in row) return isTrue(row['is_watchlisted']);
  return isFilm(row) && row['is_watched'] === 'false';
}

/** Maximum counted rewatches of a title. They have no date, so each becomes a row that is left out. */
const MOST_REWATCHES = 100;

function withRewatches(row: ImportRow, again: number, take: TakeRows): Row[] {
  if (!take(1 + Math.min(again, MOST_REWATCHES))) return [undefined];
  const other = { ...row, watchedAt: undefined, isUndated: undefined, isLeftOut: true };
  return [row, ...Array.from({ length: Math.min(again, MOST_REWATCHES) }, () => other)];
}

/** TV Time's last export as JSON: a list of films, or of series with their seasons. */
export async function readTvTimeJson(entries: Fields[]): Promise<Row[]> {
  return (await mapInPieces(entries, readEntry)).flat();
}

export function isTvTimeJson(entry: Fields): boolean {
  const hasIds = 'tvdb' in fieldsOf(entry['id']);
  return hasIds && ('is_watched' in entry || Array.isArray(entry['seasons']));
}

function readEntry(entry: Fields): Row[] {
  const title = readLine(entry['title']);
  if (title === undefined) return [undefined];
  const ids = fieldsOf(entry['id']);
  if (!Array.isArray(entry['seasons'])) return readFilmEntry(entry, title, readImdbId(ids['imdb']));
  const tvdbId = readId(ids['tvdb']);
  const episodes = listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes'])
      .filter((episode) => episode['is_watched'] === true)
      .map((episode) => ({
        type: 'episode' as const,
        ...splitYear(title),
        tvdbId,
        tvdbEpisodeId: readId(fieldsOf(episode['id'])['tvdb']),
        seasonNumber: readCount(season['number']),
        episodeNumber: readId(episode['number']),
        ...viewedAt(readTime(episode['watched_at'])),
      })),
  );
  const standing = readTvTimeStanding(entry, tvdbId);
  return [...episodes, ...standing.filter((row) => row !== undefined || episodes.length === 0)];
}

function readFilmEntry(entry: Fields, title: string, imdbId: string | undefined): Row[] {
  const film = { type: 'movie' as const, title, year: readCount(entry['year']), imdbId };
  const row =
    entry['is_watched'] === true
      ? { ...film, ...viewedAt(readTime(entry['watched_at'])) }
      : shelved('watchlist', film, readTime(entry['created_at']));
  return isTrue(entry['is_favorite']) ? [row, shelved('favorites', film)] : [row];
}
