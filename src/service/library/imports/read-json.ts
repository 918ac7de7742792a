import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import { type ImportRow, type ReadFile, fieldsOf, listOf } from './import-row';
import { aimOf, readTraktList, type Aim } from './list-rows';
import { isAniList, readAniList } from './read-anime-lists';
import { readOwn } from './read-own';
import { isRyot, isWatcharr, readRyot, readWatcharr } from './read-self-hosted';
import {
  isSerializd,
  isSerializdExport,
  isSerializdPage,
  isSerializdShelves,
  readSerializd,
  readSerializdDiary,
  readSerializdPage,
  readSerializdShelves,
} from './read-serializd';
import { readSimkl } from './read-simkl';
import { isTrakt, readTrakt } from './read-trakt';
import { findInPieces } from './in-pieces';
import { isTvTimeJson, readTvTimeJson } from './read-tv-time';
import { isTvTimeLists, readTvTimeListsJson } from './read-tv-time-lists';

/**
 * Reads a JSON file. `list`: it comes from a known source, but has no viewings. `undefined`: the source is
 * unknown.
 */
export async function readJsonFile(
  content: unknown,
  { name, listName }: StatedNames,
): Promise<ReadFile | 'list' | undefined> {
  if (Array.isArray(content))
    return readList(content, listName === undefined ? traktAim(name) : { list: listName });
  if (!isRecord(content)) return undefined;
  if (content['matinee'] !== undefined) return toFile('Matinee', await readOwn(content));
  if (isRyot(content)) return toFile('Ryot', await readRyot(content));
  const serializd = await readSerializdFile(content, name);
  if (serializd !== undefined) return serializd;
  if (['movies', 'shows', 'anime'].some((kind) => Array.isArray(content[kind])))
    return toFile('Simkl', await readSimkl(content));
  return isAniList(content) ? toFile('AniList', await readAniList(content)) : undefined;
}

/** A response of Serializd's API as programs save it, or the export of such a program. */
async function readSerializdFile(content: Fields, name: string): Promise<ReadFile | 'list' | undefined> {
  const reviews = listOf(content['reviews']);
  if (reviews.some(isSerializd)) return toFile('Serializd', await readSerializd(reviews));
  if (isSerializdExport(content))
    return toFile('Serializd', await readSerializdDiary(listOf(content['diary'])));
  if (isSerializdShelves(content))
    return toFile('Serializd', await readSerializdShelves(fieldsOf(content['context'])));
  if (!isSerializdPage(content)) return undefined;
  const aim = aimOf(name);
  // A page of watched series is no list, and does not tell which episodes were watched.
  if (aim === undefined || /watched|watching|paused|dropped/i.test(name)) return 'list';
  return toFile('Serializd', await readSerializdPage(listOf(content['items']), aim));
}

/** The name of the file and, if another file of the archive states it, the name of its list. */
export type StatedNames = Readonly<{
  name: string;
  listName?: string | undefined;
}>;

/** The sources whose files are JSON arrays, and how to recognise their entries. */
const LISTS: Readonly<{
  is: (entry: Fields) => boolean;
  read: (entries: Fields[], aim: Aim | undefined) => Promise<ReadFile | 'list'>;
}>[] = [
  { is: isTrakt, read: async (entries) => toFile('Trakt', await readTrakt(entries)) },
  { is: isTraktList, read: readKeptOfTrakt },
  { is: isTvTimeJson, read: async (entries) => toFile('TV Time', await readTvTimeJson(entries)) },
  { is: isTvTimeLists, read: async (entries) => toFile('TV Time', await readTvTimeListsJson(entries)) },
  { is: isWatcharr, read: async (entries) => toFile('Watcharr', await readWatcharr(entries)) },
  { is: isSerializd, read: async (entries) => toFile('Serializd', await readSerializd(entries)) },
];

/** The aim of `lists-watchlist.json` or `lists-list-9-best-films.json`. Other names of files tell nothing. */
function traktAim(name: string): Aim | undefined {
  const aim = aimOf(name);
  return aim !== undefined && 'list' in aim && !name.startsWith('lists-list-') ? undefined : aim;
}

/** A collection is recognised by its entries, any other list of Trakt only by the name of its file. */
async function readKeptOfTrakt(entries: Fields[], named: Aim | undefined): Promise<ReadFile | 'list'> {
  const isCollected = entries.some((entry) => 'collected_at' in entry || 'last_collected_at' in entry);
  const aim: Aim | undefined = isCollected ? { shelf: 'collection' } : named;
  return aim === undefined ? 'list' : toFile('Trakt', await readTraktList(entries, aim));
}

async function readList(content: unknown[], aim: Aim | undefined): Promise<ReadFile | 'list' | undefined> {
  const isKnown = (entry: unknown) => isRecord(entry) && LISTS.some(({ is }) => is(entry));
  const known = await findInPieces(content, isKnown);
  const source = isRecord(known) ? LISTS.find(({ is }) => is(known)) : undefined;
  // The list is emptied while it is read, so that a large one is in memory only once.
  return source?.read(listOf(content.splice(0)), aim);
}

/** An entry of Trakt's watchlist, lists or collection: `https://trakt.docs.apiary.io/#reference/sync`. */
function isTraktList(entry: Fields): boolean {
  const isKept = ['listed_at', 'collected_at', 'last_collected_at'].some((time) => time in entry);
  return isKept && ['movie', 'show', 'season', 'episode'].some((work) => isRecord(entry[work]));
}

function toFile(source: ReadFile['source'], read: (ImportRow | undefined)[]): ReadFile {
  const rows = read.filter((row) => row !== undefined);
  return { source, rows, unread: read.length - rows.length };
}
