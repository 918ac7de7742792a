import type { Fields } from '../../../protocol/tracker/read-fields';
import type { CsvRow } from './csv';
import { readCount, readId, readLine, readTime, type ImportRow, listOf } from './import-row';
import { mapInPieces } from './in-pieces';
import { rowsOfLists, SHOW, shelved, type Aim, type KeptWork } from './list-rows';

type Row = ImportRow | undefined;

/** Splits a name such as "Sherlock (2010)". */
export function splitYear(name: string): Pick<ImportRow, 'title' | 'year'> {
  const [, title, year] = /^(.+?) \(((?:19|20)\d\d)\)$/.exec(name) ?? [];
  return title === undefined ? { title: name } : { title, year: Number(year) };
}

/**
 * The names of works that a file of TV Time states only by id: series by TheTVDB's id, films by TV Time's.
 */
export type TvTimeNames = Readonly<{
  series: ReadonlyMap<number, string>;
  films: ReadonlyMap<string, Pick<ImportRow, 'title' | 'year'>>;
  /** Names of series with a watched episode, in older files. */
  seen: ReadonlySet<string>;
}>;

export const NO_NAMES: TvTimeNames = { series: new Map(), films: new Map(), seen: new Set() };

/** The names in `tracking-prod-records*.csv` and `seen_episode*.csv` of TV Time's personal data. */
export function namesOfTvTime(rows: CsvRow[]): TvTimeNames {
  const series = new Map<number, string>();
  const films = new Map<string, Pick<ImportRow, 'title' | 'year'>>();
  const seen = new Set(rows.flatMap((row) => readLine(row['tv_show_name']) ?? []));
  for (const row of rows) {
    const [id, name] = [readId(row['s_id']), readLine(row['series_name'])];
    if (id !== undefined && name !== undefined) series.set(id, name);
    const [uuid, title] = [row['uuid'] ?? '', readLine(row['movie_name'])];
    if (uuid !== '' && title !== undefined) films.set(uuid, { title, year: yearOf(row['release_date']) });
  }
  return { series, films, seen };
}

/** The year of a date; TV Time's unknown date is in the year 1. */
export function yearOf(day: string | undefined): number | undefined {
  const year = readId(day?.slice(0, 4));
  return year !== undefined && year > 1800 ? year : undefined;
}

/** The row of a series with this status. A series in progress needs none, because its episodes have rows. */
function readStanding(work: ImportRow, status: unknown, addedAt: number | undefined): Row[] {
  if (status === 'not_started_yet') return [shelved('watchlist', work, addedAt)];
  if (status === 'stopped') return [stopped(work)];
  return status === 'continuing' || status === 'up_to_date' ? [] : [undefined];
}

export function stopped(work: ImportRow): ImportRow {
  return { ...work, part: 'dropped', kept: {} };
}

/** `tvtime-series.csv`: series with their status for the person. */
export async function readTvTimeSeries(rows: CsvRow[]): Promise<Row[]> {
  const read = await mapInPieces(rows, (row) => readTvTimeStanding(row, readId(row['tvdb_id'])));
  return read.flat();
}

/** The rows of a series with the person's status, from CSV, whose values are text, or from JSON. */
export function readTvTimeStanding(entry: Fields, tvdbId: number | undefined): Row[] {
  const name = readLine(entry['title']);
  if (name === undefined) return [undefined];
  const work = { ...SHOW, ...splitYear(name), tvdbId };
  const standing = readStanding(work, entry['status'], readTime(entry['created_at']));
  return isTrue(entry['is_favorite']) ? [...standing, shelved('favorites', work)] : standing;
}

export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === '1';

type TvTimeEntry = Readonly<{
  aim: Aim;
  entry: KeptWork | undefined;
}>;

/** `tvtime-lists.csv`: a line for each entry of each list. */
export async function readTvTimeLists(rows: CsvRow[]): Promise<Row[]> {
  const listed = await mapInPieces(rows, (row): TvTimeEntry => {
    const entry = toEntry(row['item_type'], readLine(row['name']), readId(row['tvdb_id']));
    return { aim: { list: row['list_name'] ?? '' }, entry };
  });
  return rowsOfLists('TV Time', listed);
}

/** The lists as JSON: `[{"name": …, "items": [{"type": "series", "tvdb_id": …, "name": …}]}]`. */
export async function readTvTimeListsJson(lists: Fields[]): Promise<Row[]> {
  const listed = await mapInPieces(lists, (list): TvTimeEntry[] => {
    const aim = { list: readLine(list['name']) ?? '' };
    return listOf(list['items']).map((item) => ({
      aim,
      entry: toEntry(item['type'], readLine(item['name']), readId(item['tvdb_id'])),
    }));
  });
  return rowsOfLists('TV Time', listed.flat());
}

export const isTvTimeLists = (entry: Fields): boolean =>
  Array.isArray(entry['items']) &&
  listOf(entry['items']).some((item) => 'tvdb_id' in item || ('uuid' in item && 'type' in item));

function toEntry(type: unknown, name: string | undefined, tvdbId?: number): KeptWork | undefined {
  if (name === undefined) return undefined;
  if (type === 'movie') return { work: { type: 'movie', ...splitYear(name) } };
  return type === 'series' ? { work: { ...SHOW, ...splitYear(name), tvdbId } } : undefined;
}

/**
 * `lists-prod-lists.csv` of the personal data: a line for each list with its entries as Go prints them,
 * `[map[created_at:1.7e+09 id:422981 type:series] map[created_at:1.7e+09 type:movie uuid:…]]`.
 */
export async function readTvTimeOwnLists(rows: CsvRow[], _name: string, names: TvTimeNames): Promise<Row[]> {
  const listed = await mapInPieces(rows, (row): TvTimeEntry[] => {
    const aim: Aim = /^favorite-(?:series|movies)$/.test(row['s_key'] ?? '')
      ? { shelf: 'favorites' }
      : { list: row['name'] ?? '', about: row['description'] ?? '' };
    const entries = (row['objects'] ?? '').split('map[').slice(1);
    return entries.map((text) => ({ aim, entry: readPrinted(text, names) }));
  });
  return rowsOfLists('TV Time', listed.flat());
}

function readPrinted(text: string, { series, films }: TvTimeNames): KeptWork | undefined {
  // A Go map as it is printed: `created_at:1.6e+09 type:movie`.
  const fields = new Map(
    [...text.matchAll(/(?:^|\s)(\w+):([\w.+-]+)/g)].map(([, name, value]) => [name, value]),
  );
  const value = (name: string) => fields.get(name) ?? '';
  const seconds = Number(value('created_at'));
  const addedAt = seconds > 0 && seconds < 1e11 ? Math.round(seconds * 1000) : undefined;
  if (value('type') === 'movie') {
    const film = films.get(value('uuid'));
    return film && { work: { type: 'movie', ...film }, addedAt };
  }
  const tvdbId = readId(value('id'));
  const entry = tvdbId === undefined ? undefined : toEntry('series', series.get(tvdbId), tvdbId);
  return entry && { ...entry, addedAt };
}

/** The numbers in `vote_key` for one to five stars. Other numbers are emotions. */
const STARS = ['1', '27', '28', '29', '3'];

/**
 * `ratings-*.csv` contain votes such as `…-29`. `emotions-*.csv` have the same columns, and state how an
 * episode felt.
 */
export function readTvTimeVotes(rows: CsvRow[], name: string, { films }: TvTimeNames): Promise<Row[]> {
  const isOfStars = !/^emotions/i.test(name);
  return mapInPieces(rows, (row): Row => {
    const rating = 2 * (STARS.indexOf(/-(\d+)$/.exec(row['vote_key'] ?? '')?.[1] ?? '') + 1);
    if (!isOfStars || rating === 0) return undefined;
    const title = readLine(row['movie_name']);
    if (title === undefined) return readVoteOfEpisode(row, rating);
    return { type: 'movie', ...(films.get(row['uuid'] ?? '') ?? { title }), rating };
  });
}

function readVoteOfEpisode(row: CsvRow, rating: number): Row {
  const series = readLine(row['series_name'] || row['tv_show_name']);
  const seasonNumber = readCount(row['season_number'] || row['episode_season_number'] || undefined);
  const episodeNumber = readId(row['episode_number']);
  if (series === undefined || seasonNumber === undefined || episodeNumber === undefined) return undefined;
  return { type: 'episode', ...splitYear(series), seasonNumber, episodeNumber, rating };
}

/** `tv_show_rate.csv`: series with 1 to 5 stars. */
export function readTvTimeRates(rows: CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row): Row => {
    const [name, stars] = [readLine(row['tv_show_name']), Number(row['rating'] || Number.NaN)];
    if (name === undefined || !(stars >= 0.5 && stars <= 5)) return undefined;
    const ratedAt = readTime(row['updated_at']) ?? readTime(row['created_at']);
    const work = { ...SHOW, ...splitYear(name), tvdbId: readId(row['tv_show_id']) };
    return { ...work, rating: Math.max(1, stars * 2), ratedAt };
  });
}

function followedSeries(row: CsvRow): ImportRow | undefined {
  const name = readLine(row['tv_show_name']);
  return name === undefined ? undefined : { ...SHOW, ...splitYear(name), tvdbId: readId(row['tv_show_id']) };
}

/**
 * `followed_tv_show.csv`: series followed before `tracking-prod-records-v2.csv` existed. It does not say
 * whether anything of a series was watched. `active` 0: no longer followed.
 */
export function readTvTimeFollowed(
  rows: CsvRow[],
  _name: string,
  { series, seen }: TvTimeNames,
): Promise<Row[]> {
  const isKnown = series.size + seen.size > 0;
  return mapInPieces(rows, (row): Row => {
    const work = followedSeries(row);
    if (work === undefined || !isKnown || series.has(work.tvdbId ?? 0)) return undefined;
    if (isTrue(row['archived'])) return stopped(work);
    const isFollowed = row['active'] !== '0' && row['active'] !== 'false';
    if (!isFollowed || seen.has(readLine(row['tv_show_name']) ?? '')) return undefined;
    return shelved('watchlist', work, readTime(row['created_at']));
  });
}

/** `user_tv_show_data.csv`: favourites, and followed series without a watched episode. */
export async function readTvTimeShowData(rows: CsvRow[]): Promise<Row[]> {
  const read = await mapInPieces(rows, (row): Row[] => {
    const work = followedSeries(row);
    if (work === undefined) return [undefined];
    const isPlanned = isTrue(row['is_followed']) && readCount(row['nb_episodes_seen']) === 0;
    return [
      ...(isPlanned ? [shelved('watchlist', work, readTime(row['created_at']))] : []),
      ...(isTrue(row['is_favorited']) ? [shelved('favorites', work)] : []),
    ];
  });
  return read.flat();
}
