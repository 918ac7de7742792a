import * as z from 'zod/mini';
import { isZone } from '../../../core/library/zoned-time';
import { longestDuration } from '../../../protocol/tracker/duration';
import type { Fields } from '../../../protocol/tracker/read-fields';
import type { KeptItem, KeptPart } from '../../store/kept-parts';
import { isLanguage } from '../../texts/words';
import { drainInPieces } from './in-pieces';
import { readCount, readId, readLine, readTime, type ImportRow, fieldsOf, listOf } from './import-row';
import {
  choiceSchema,
  droppedSchema,
  entrySchema,
  gradeSchema,
  heldSchema,
  idSchema,
  listSchema,
  saidSchema,
  shelfSchema,
} from './own-schemas';

type Row = ImportRow | undefined;

/**
 * Our own export, from the tracker or the extension. Settings come first, because days are counted in the
 * person's time zone. Unfinished titles come before viewings, because a viewing ends the session of its
 * title. Records such as sign-ins become no rows.
 */
export async function readOwn(content: Fields): Promise<Row[]> {
  const take = (name: string): Fields[] => {
    const list: unknown = content[name];
    return Array.isArray(list) ? listOf(list.splice(0)) : [];
  };
  const grades = take('grades');
  const ratings = take('ratings');
  const parts = [readSettings(fieldsOf(content['settings']))];
  const read = async (entries: Fields[], readOne: (entry: Fields) => Row) => {
    parts.push(await drainInPieces(entries, readOne));
  };
  await read(take('progress'), readPosition);
  await read(take('history'), readEntry);
  await (grades.length > 0 ? read(grades, readGrade) : read(ratings, readEntry));
  for (const shelf of ['watchlist', 'favorites', 'collection'] as const)
    await read(take(shelf), (entry) => readKept(shelf, shelfSchema, entry));
  parts.push((await drainInPieces(take('lists'), readList)).flat());
  await read(take('droppedShows'), (entry) => readKept('dropped', droppedSchema, entry));
  await read(take('titleChoices'), (entry) => readKept('choice', choiceSchema, entry));
  await read(take('heldTitles').slice(0, MOST_HELD), (entry) => readKept('held', heldSchema, entry));
  await read(take('siteIds').slice(0, MOST_SAID), (entry) => readKept('siteId', saidSchema, entry));
  return parts.flat();
}

/** Maximum entries that the tracker keeps per person. */
const MOST_HELD = 2000;
const MOST_SAID = 20_000;

function readEntry(entry: Fields): Row {
  const media = fieldsOf(entry['media']);
  const watchedAt = readTime(entry['watchedAt']);
  const rating = typeof entry['rating'] === 'number' ? entry['rating'] : undefined;
  const work = readWork(media);
  if (work === undefined || (watchedAt === undefined && rating === undefined)) return undefined;
  return {
    ...work,
    id: readLine(entry['id']),
    watchedAt,
    startedAt: readTime(entry['startedAt']),
    updatedAt: readTime(entry['updatedAt']),
    duration: readCount(entry['duration']),
    progress: readCount(entry['progress']),
    rating,
    ratedAt: readTime(entry['ratedAt']),
    givesWay: entry['isUndated'] === true || undefined,
  };
}

function readWork(media: Fields): ImportRow | undefined {
  const { type } = media;
  if (type !== 'movie' && type !== 'episode') return undefined;
  return {
    type,
    tmdbId: readId(media['tmdbId']),
    episodeId: readId(media['id']),
    title: readLine(media['title']),
    year: readCount(media['year']),
    seasonNumber: readCount(media['seasonNumber']),
    episodeNumber: readId(media['episodeNumber']),
    episodeTitle: readLine(media['episodeTitle']),
  };
}

/** An unfinished title. The extension's export states neither its start time nor an id. */
function readPosition(entry: Fields): Row {
  const work = readWork(fieldsOf(entry['media']));
  const at = readTime(entry['updatedAt']);
  const [progress, duration] = [readCount(entry['progress']), readCount(entry['duration'])];
  if (work === undefined || at === undefined || progress === undefined || duration === undefined)
    return undefined;
  if (Math.max(progress, duration) > longestDuration) return undefined;
  const id = z.safeParse(idSchema, entry['id']).data ?? `place-${String(at)}`;
  const begun = readTime(entry['startedAt']) ?? at;
  const kept = { id, progress, duration, started_at: begun, updated_at: at };
  return { ...work, part: 'progress', kept };
}

function readGrade(entry: Fields): Row {
  const { media, review, episodeId: own, ...grade } = z.safeParse(gradeSchema, entry).data ?? {};
  if (media === undefined) return undefined;
  const numbers = numbersOf(media);
  return {
    ...named(entry),
    ...numbers,
    ...grade,
    media,
    episodeId: own ?? undefined,
    review: review ?? undefined,
  };
}

/** The names of an entry, which the preview shows. */
function named(entry: Fields): ImportRow {
  const isFilm = String(entry['media']).startsWith('movie:');
  return {
    type: isFilm ? 'movie' : 'episode',
    title: readLine(entry['title']),
    year: readCount(entry['year']),
    episodeTitle: readLine(entry['episodeTitle']),
  };
}

function numbersOf(media: string): Partial<ImportRow> {
  const [type, , season, episode] = media.split(':');
  if (type === 'movie' || season === undefined) return {};
  return { seasonNumber: Number(season), episodeNumber: episode === undefined ? undefined : Number(episode) };
}

/** The row of an entry, with its fields under the names of the store's columns. */
function readKept(part: KeptPart, schema: z.ZodMiniType<object>, entry: Fields): Row {
  const { data } = z.safeParse(schema, entry);
  if (data === undefined) return undefined;
  const kept = toColumns(data);
  const media = NAMES_ITS_WORK.has(part) ? String(kept['media']) : undefined;
  return { ...named(entry), part, kept, media };
}

const NAMES_ITS_WORK: ReadonlySet<KeptPart> = new Set([
  'watchlist',
  'favorites',
  'collection',
  'entry',
] as const);

function toColumns(fields: object): KeptItem {
  const columns = Object.entries(fields).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value as string | number | null,
  ]);
  return Object.fromEntries(columns) as KeptItem;
}

function readList(list: Fields): Row[] {
  const { data } = z.safeParse(listSchema, list);
  if (data === undefined) return [undefined];
  const { id, ...columns } = data;
  const inList = { list_id: id };
  const header: ImportRow = {
    type: 'movie',
    title: data.name,
    part: 'list',
    kept: { ...toColumns(columns), ...inList },
  };
  const entries = listOf(list['entries']).map((entry): Row => {
    const row = readKept('entry', entrySchema, entry);
    return row && { ...row, kept: { ...row.kept, ...inList } };
  });
  return [header, ...entries];
}

function readSettings({ zone, language }: Fields): Row[] {
  const rows: Row[] = [];
  const add = (name: string, value: string) =>
    rows.push({ type: 'movie', part: 'setting', kept: { name, value } });
  if (typeof zone === 'string' && zone !== 'UTC' && isZone(zone)) add('zone', zone);
  if (typeof language === 'string' && isLanguage(language)) add('language', language);
  return rows;
}
