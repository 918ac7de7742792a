import { createHash } from 'node:crypto';
import { defined } from '../../../core/values/defined';
import type { Fields } from '../../../protocol/tracker/read-fields';
import type { KeptItem } from '../../store/kept-parts';
import type { CsvRow } from './csv';
import {
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  type ImportRow,
  type ImportSource,
  fieldsOf,
  readWork,
} from './import-row';
import { drainInPieces, mapInPieces } from './in-pieces';

type Row = ImportRow | undefined;

/** The destination of a list's entries: a shelf, or a list of this name. */
export type Aim =
  Readonly<{ shelf: 'watchlist' | 'favorites' | 'collection' }> | Readonly<{ list: string; about?: string }>;

/** The destination that a file's name states: `lists-watchlist.json`, `My favourite films.csv`. */
export function aimOf(fileName: string): Aim | undefined {
  const name = fileName.replace(/\.(?:csv|json)$/i, '').trim();
  if (/watch[-_ ]?list/i.test(name)) return { shelf: 'watchlist' };
  if (/^(?:lists[-_])?favou?rites?\b/i.test(name)) return { shelf: 'favorites' };
  return name === '' ? undefined : { list: name.replace(/^lists-list-\d+-/, '') };
}

/** A series as a whole. */
export const SHOW = { type: 'episode', level: 'show' } as const;

/** The row of a series or of one of its seasons. `undefined`: a season of a series without an id. */
export function seriesPlace(work: Partial<ImportRow>, seasonNumber: number | undefined): Row {
  if (seasonNumber === undefined) return { ...SHOW, ...work };
  const { tmdbId } = work;
  const media = `season:${String(tmdbId)}:${String(seasonNumber)}`;
  return tmdbId === undefined ? undefined : { type: 'episode', ...work, seasonNumber, media };
}

/** The row of a film or series on a shelf of the person. `addedAt` absent: not stated. */
export function shelved(
  part: 'watchlist' | 'favorites' | 'collection',
  work: ImportRow,
  addedAt?: number,
): ImportRow {
  return { ...work, part, kept: addedAt === undefined ? {} : { added_at: addedAt } };
}

export type KeptWork = Readonly<{
  work: ImportRow;
  /** Absent: the file states no time. */
  addedAt?: number | undefined;
  notes?: string | undefined;
}>;

/** The rows of a list, with one for the list itself if it has a name. A repeated work counts once. */
function rowsOfList(source: ImportSource, aim: Aim, entries: (KeptWork | undefined)[]): Row[] {
  const toRow = (entry: KeptWork | undefined, kept: KeptItem, part: 'entry' | 'shelf'): Row => {
    if (entry === undefined) return undefined;
    const { work, addedAt, notes } = entry;
    const place = 'shelf' in aim && part === 'shelf' ? aim.shelf : 'entry';
    const stated = { ...kept, notes: notes?.slice(0, LONGEST_NOTE) ?? null };
    return { ...work, part: place, kept: addedAt === undefined ? stated : { ...stated, added_at: addedAt } };
  };
  if ('shelf' in aim) return entries.map((entry) => toRow(entry, {}, 'shelf'));
  const name = (readLine(aim.list) ?? source).slice(0, LONGEST_NAME);
  const list_id = `${source.replaceAll(/\W/g, '')}-${hashOf(`${source} ${name}`)}`;
  const times = entries.flatMap((entry) => entry?.addedAt ?? []);
  const dated =
    times.length === 0 ? {} : { created_at: Math.min(...times.slice(0, 1)), updated_at: times.at(-1) ?? 0 };
  const about = aim.about?.slice(0, LONGEST_NOTE) || null;
  const list = { list_id, name, description: about, visibility: 'PRIVATE', kind: 'media', ...dated };
  const header: ImportRow = { type: 'movie', title: name, part: 'list', kept: list };
  return [header, ...entries.map((entry) => toRow(entry, { list_id }, 'entry'))];
}

/** The rows of several lists. Each entry states its list; lists keep the order of their first entries. */
export function rowsOfLists(
  source: ImportSource,
  entries: Readonly<{ aim: Aim; entry: KeptWork | undefined }>[],
): Row[] {
  const lists = new Map<string, Readonly<{ aim: Aim; entries: (KeptWork | undefined)[] }>>();
  for (const { aim, entry } of entries) {
    const key = JSON.stringify(aim);
    const list = lists.get(key) ?? { aim, entries: [] };
    lists.set(key, list);
    list.entries.push(entry);
  }
  return [...lists.values()].flatMap((list) => rowsOfList(source, list.aim, list.entries));
}

/** Maximum characters, as in the API. */
const LONGEST_NOTE = 2000;
const LONGEST_NAME = 200;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * A watchlist, list or collection of Trakt. Its seasons and episodes count as unread: lists contain works.
 */
export async function readTraktList(entries: Fields[], aim: Aim): Promise<Row[]> {
  const listed = await drainInPieces(entries, (entry): KeptWork | undefined => {
    const { movie, show, season, episode } = entry;
    if (season !== undefined || episode !== undefined) return undefined;
    const work = readWork(fieldsOf(movie ?? show));
    const stated = entry['listed_at'] ?? entry['last_collected_at'] ?? entry['collected_at'];
    const notes = typeof entry['notes'] === 'string' ? entry['notes'] : undefined;
    const level = movie === undefined ? SHOW : ({ type: 'movie' } as const);
    return { work: { ...level, ...work }, addedAt: readTime(stated), notes };
  });
  return rowsOfList('Trakt', aim, listed);
}

/** Whether the text is an exported list of Letterboxd, which begins with a line of its own. */
export function isLetterboxdList(text: string): boolean {
  return /^\uFEFF?Letterboxd list export v\d/.test(text);
}

/** A list of Letterboxd. `head`: the line about the list. */
export async function readLetterboxdList(head: CsvRow | undefined, rows: CsvRow[]): Promise<Row[]> {
  const addedAt = readTime(head?.['date']);
  const listed = await mapInPieces(rows, (row): KeptWork | undefined => {
    const title = readLine(row['name']);
    if (title === undefined) return undefined;
    const work = { type: 'movie' as const, title, year: readId(row['year']) };
    return { work, addedAt, notes: row['description'] || undefined };
  });
  const tags = tagsOf(head?.['tags']);
  const about = head?.['description'] ?? '';
  return [...rowsOfList('Letterboxd', { list: head?.['name'] ?? '', about }, listed), ...tags];
}

/** Adds a review to a rated row. Without a rating, the review becomes a row that is left out. */
export function withReview(row: ImportRow, review = ''): ImportRow[] {
  if (review === '') return [row];
  const text = review.slice(0, LONGEST_REVIEW);
  if (row.rating !== undefined) return [{ ...row, review: text }];
  const { type, title, year, seasonNumber, episodeNumber } = row;
  const work = defined({ type, title, year, seasonNumber, episodeNumber } as const);
  return [row, { ...work, part: 'review', isLeftOut: true, kept: { text } }];
}
const LONGEST_REVIEW = 10_000;

/** A row that is left out, so that the import counts the tags: the tracker has none. */
export function tagsOf(text: string | undefined, work: Partial<ImportRow> = {}): ImportRow[] {
  if (!text) return [];
  return [
    { type: 'movie', ...work, part: 'tag', isLeftOut: true, kept: { text: text.slice(0, LONGEST_NOTE) } },
  ];
}

/** A list of IMDb or themoviedb.org, which has the columns of their ratings. Games become no rows. */
export async function readCsvList(source: 'IMDb' | 'TMDB', aim: Aim, rows: CsvRow[]): Promise<Row[]> {
  const read = source === 'IMDb' ? readImdbWork : readTmdbWork;
  const listed = await mapInPieces(rows, (row): KeptWork | undefined => {
    const work = read(row);
    const addedAt = readTime(row['created'] || row['date added'] || undefined);
    return work && { work, addedAt, notes: row['description'] || undefined };
  });
  return rowsOfList(source, aim, listed);
}

function readImdbWork(row: CsvRow): Row {
  const kind = (row['title type'] ?? '').replaceAll(/\s/g, '').toLowerCase();
  const imdbId = readImdbId(row['const']);
  const work = { title: readLine(row['title']), year: readCount(row['year'] || undefined), imdbId };
  if (/^(?:movie|short|video|tvmovie|tvspecial|tvshort)$/.test(kind)) return { type: 'movie', ...work };
  return /^tv(?:mini)?series$/.test(kind) ? { ...SHOW, ...work } : undefined;
}

function readTmdbWork(row: CsvRow): Row {
  const work = { tmdbId: readId(row['tmdb id']), title: readLine(row['name']) };
  if (row['type'] === 'movie') return { type: 'movie', ...work };
  const isShow = row['type'] === 'tv' && !row['season number'];
  return isShow ? { ...SHOW, ...work } : undefined;
}
