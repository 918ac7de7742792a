import { isRecord } from '../../../core/values/is-record';
import type { ImportRow, ReadFile } from './import-row';
import { listOf, type Fields } from './json-fields';
import { aimOf, readTraktList, type Aim } from './list-rows';
import { isAniList, readAniList } from './read-anime-lists';
import { readOwn } from './read-own';
import { isRyot, isSerializd, isWatcharr, readRyot, readSerializd, readWatcharr } from './read-self-hosted';
import { readSimkl } from './read-simkl';
import { isTrakt, readTrakt } from './read-trakt';
import { isTvTimeJson, readTvTimeJson } from './read-tv-time';

/**
 * The file of a source that writes JSON. `list`: of a source, without viewings. `undefined`: it is of none.
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
  if (['movies', 'shows', 'anime'].some((name) => Array.isArray(content[name])))
    return toFile('Simkl', await readSimkl(content));
  if (isAniList(content)) return toFile('AniList', readAniList(content));
  const reviews = listOf(content['reviews']);
  return reviews.some(isSerializd) ? toFile('Serializd', await readSerializd(reviews)) : undefined;
}

/** Of the file, and of the list in it where another file of its archive says it. */
export interface StatedNames {
  readonly name: string;
  readonly listName?: string | undefined;
}

/** The sources that write lists, and how an entry of theirs is told. */
const LISTS: readonly {
  readonly is: (entry: Fields) => boolean;
  readonly read: (entries: Fields[], aim: Aim | undefined) => Promise<ReadFile | 'list'>;
}[] = [
  { is: isTrakt, read: async (entries) => toFile('Trakt', await readTrakt(entries)) },
  { is: isTraktList, read: readKeptOfTrakt },
  { is: isTvTimeJson, read: async (entries) => toFile('TV Time', await readTvTimeJson(entries)) },
  { is: isWatcharr, read: async (entries) => toFile('Watcharr', await readWatcharr(entries)) },
  { is: isSerializd, read: async (entries) => toFile('Serializd', await readSerializd(entries)) },
];

/** `lists-watchlist.json`, `lists-list-9-best-films.json`. A list of another name may be of anything. */
function traktAim(name: string): Aim | undefined {
  const aim = aimOf(name);
  return aim !== undefined && 'list' in aim && !name.startsWith('lists-list-') ? undefined : aim;
}

/** A collection says so in each entry, other lists only in the name of their file. */
async function readKeptOfTrakt(entries: Fields[], named: Aim | undefined): Promise<ReadFile | 'list'> {
  const isCollected = entries.some((entry) => 'collected_at' in entry || 'last_collected_at' in entry);
  const aim: Aim | undefined = isCollected ? { shelf: 'collection' } : named;
  return aim === undefined ? 'list' : toFile('Trakt', await readTraktList(entries, aim));
}

async function readList(content: unknown[], aim: Aim | undefined): Promise<ReadFile | 'list' | undefined> {
  const known = content.find((entry) => isRecord(entry) && LISTS.some(({ is }) => is(entry)));
  const source = isRecord(known) ? LISTS.find(({ is }) => is(known)) : undefined;
  // The list is emptied while it is read, so that a large one is in memory once.
  return source?.read(listOf(content.splice(0)), aim);
}

/** An entry of Trakt's watchlist, lists or collection: `https://trakt.docs.apiary.io/#reference/sync`. */
function isTraktList(entry: Fields): boolean {
  const isKept = ['listed_at', 'collected_at', 'last_collected_at'].some((time) => time in entry);
  return isKept && ['movie', 'show', 'season', 'episode'].some((work) => isRecord(entry[work]));
}

function toFile(source: ReadFile['source'], read: readonly (ImportRow | undefined)[]): ReadFile {
  const rows = read.filter((row) => row !== undefined);
  return { source, rows, unread: read.length - rows.length };
}
