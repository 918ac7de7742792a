import { isRecord } from '../../../core/values/is-record';
import { parseJson } from '../../../core/values/parse-json';
import type { Fields } from '../../../protocol/tracker/read-fields';
import type { CsvRow } from './csv';
import {
  readCount,
  readId,
  readLine,
  readTime,
  viewedAt,
  type ImportRow,
  fieldsOf,
  listOf,
} from './import-row';
import { mapInPieces } from './in-pieces';
import { rowsOfLists, seriesPlace, SHOW, shelved, tagsOf, withReview, type Aim } from './list-rows';
import { isTrue, stopped } from './read-tv-time-lists';

type Row = ImportRow | undefined;

/**
 * Serializd has no export. Programs save the responses of its API, whose ids are those of the film database.
 * Its diary is a list of `reviews`: of episodes, and of seasons and series, which are rated too.
 */
export async function readSerializd(entries: Fields[]): Promise<Row[]> {
  const read = await mapInPieces(entries, (entry) => {
    const season = listOf(entry['showSeasons']).find(({ id }) => id === entry['seasonId']);
    return readDiary(entry, { season: fieldsOf(season), episodeNumber: readId(entry['episodeNumber']) });
  });
  return read.flat();
}

export function isSerializd(entry: Fields): boolean {
  return 'showId' in entry && 'seasonId' in entry;
}

/** The diary written by https://github.com/belepod/serializd-export, as JSON or CSV lines. */
export async function readSerializdDiary(entries: (Fields | CsvRow)[]): Promise<Row[]> {
  const read = await mapInPieces(entries, (entry) => {
    const [season, episode] = [objectOf(entry['season']), objectOf(entry['episode'])];
    const more = {
      showName: entry['name'],
      seasonId: season['seasonId'] ?? (entry['season'] || undefined),
      tags: listIn(entry['tags']),
    };
    return readDiary({ ...entry, ...more }, { season, episodeNumber: readId(episode['episodeNumber']) });
  });
  return read.flat();
}

export function isSerializdExport(content: Fields): boolean {
  return Array.isArray(content['fields']) && listOf(content['diary']).some((entry) => 'isLog' in entry);
}

const objectOf = (value: unknown): Fields => fieldsOf(typeof value === 'string' ? parseJson(value) : value);
const listIn = (value: unknown): unknown => (typeof value === 'string' ? value.split('; ') : value);

type DiarySeason = Readonly<{
  /** Empty: the entry states no season, or its season is not described. */
  season: Fields;
  episodeNumber: number | undefined;
}>;

function readDiary(entry: Fields, { season, episodeNumber }: DiarySeason): Row[] {
  const seasonNumber = readCount(season['seasonNumber']);
  const tmdbId = readId(entry['showId']);
  const work = { tmdbId, title: readLine(entry['showName']) };
  const time = readTime(entry['backdate']) ?? readTime(entry['dateAdded']);
  const rating = readCount(entry['rating'] || undefined) || undefined;
  const rated = rating === undefined ? {} : { rating, ratedAt: time };
  const place = placeOf(entry, { work, seasonNumber, episodeNumber });
  if (place === undefined) return [undefined];
  const isViewing = place.episodeNumber !== undefined;
  const viewed = isViewing ? viewedAt(time) : undefined;
  const row = { ...place, ...viewed, ...rated };
  const said = [
    ...withReview(row, readText(entry['reviewText'])),
    ...tagsOf(tagsIn(entry['tags']), { ...place, type: 'episode' }),
    ...(isTrue(entry['like']) && place.level === 'show' ? [shelved('favorites', { ...SHOW, ...work })] : []),
  ].filter((one) => isViewing || one !== row || rating !== undefined);
  return said.length === 0 ? [undefined] : said;
}

type DiaryPlace = Readonly<{
  work: Partial<ImportRow>;
  seasonNumber: number | undefined;
  episodeNumber: number | undefined;
}>;

/** The episode, season or series of an entry. `undefined`: its season is unknown. */
function placeOf(entry: Fields, { work, seasonNumber, episodeNumber }: DiaryPlace): Row {
  const isOfSeries = entry['seasonId'] === null || entry['seasonId'] === undefined;
  if (isOfSeries && !episodeNumber) return seriesPlace(work, undefined);
  if (seasonNumber === undefined) return undefined;
  if (episodeNumber === undefined) return seriesPlace(work, seasonNumber);
  return { type: 'episode', ...work, seasonNumber, episodeNumber };
}

const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function tagsIn(tags: unknown): string | undefined {
  const names = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string' && tag !== '');
  return names.length === 0 ? undefined : names.join(', ');
}

/** A person's shelves: `{"context": {"watchlist": [{"showId", "seasonId", "dateAdded"}]}}`. */
export async function readSerializdShelves(context: Fields): Promise<Row[]> {
  const seasons = Object.entries(context).flatMap(([shelf, list]) =>
    listOf(list).map((entry) => ({ shelf, entry })),
  );
  const seen = new Set<string>();
  const read = await mapInPieces(seasons, ({ shelf, entry }): Row[] => {
    const work = workOf(entry);
    const key = `${shelf} ${String(work?.tmdbId)}`;
    if (work === undefined) return [undefined];
    // A series has a line for each of its seasons.
    if (seen.has(key)) return [];
    seen.add(key);
    if (shelf === 'watchlist') return [shelved('watchlist', work, readTime(entry['dateAdded']))];
    // Only the diary tells which episodes were watched, so other shelves count as unread.
    return [shelf === 'droppedShows' ? stopped(work) : undefined];
  });
  return read.flat();
}

export function isSerializdShelves(content: Fields): boolean {
  const context = content['context'];
  return isRecord(context) && Object.values(context).some((list) => listOf(list).some(isSerializd));
}

/**
 * A page of series: `{"items": [{"showId", "showName", "seasonIds"}]}`. The file name says what the page
 * contains.
 */
export async function readSerializdPage(items: Fields[], aim: Aim): Promise<Row[]> {
  const listed = await mapInPieces(items, (item) => {
    const work = workOf(item);
    return { aim, entry: work && { work, addedAt: readTime(item['dateAdded']) } };
  });
  return rowsOfLists('Serializd', listed);
}

export const isSerializdPage = (content: Fields): boolean =>
  listOf(content['items']).some((item) => 'showId' in item && 'seasonIds' in item);

function workOf(entry: Fields): Row {
  const tmdbId = readId(entry['showId']);
  return tmdbId === undefined ? undefined : { ...SHOW, tmdbId, title: readLine(entry['showName']) };
}
