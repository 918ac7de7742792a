import { isRecord } from '../../../core/values/is-record';
import type { ImportRow, ReadFile } from './import-row';
import { listOf, type Fields } from './json-fields';
import { isAniList, readAniList } from './read-anime-lists';
import { readOwn } from './read-own';
import { isRyot, isSerializd, isWatcharr, readRyot, readSerializd, readWatcharr } from './read-self-hosted';
import { readSimkl } from './read-simkl';
import { isTrakt, readTrakt } from './read-trakt';
import { isTvTimeJson, readTvTimeJson } from './read-tv-time';

/**
 * The file of a source that writes JSON. `list`: of a source, without viewings. `undefined`: it is of none.
 */
export async function readJsonFile(content: unknown): Promise<ReadFile | 'list' | undefined> {
  if (Array.isArray(content)) return readList(content);
  if (!isRecord(content)) return undefined;
  if (content['matinee'] !== undefined) return toFile('Matinee', await readOwn(content));
  if (isRyot(content)) return toFile('Ryot', await readRyot(content));
  if (['movies', 'shows', 'anime'].some((name) => Array.isArray(content[name])))
    return toFile('Simkl', await readSimkl(content));
  if (isAniList(content)) return toFile('AniList', readAniList(content));
  const reviews = listOf(content['reviews']);
  return reviews.some(isSerializd) ? toFile('Serializd', await readSerializd(reviews)) : undefined;
}

/** The sources that write lists, and how an entry of theirs is told. */
const LISTS: readonly {
  readonly is: (entry: Fields) => boolean;
  readonly read: (entries: Fields[]) => Promise<ReadFile> | 'list';
}[] = [
  { is: isTrakt, read: async (entries) => toFile('Trakt', await readTrakt(entries)) },
  { is: isTraktList, read: () => 'list' },
  { is: isTvTimeJson, read: async (entries) => toFile('TV Time', await readTvTimeJson(entries)) },
  { is: isWatcharr, read: async (entries) => toFile('Watcharr', await readWatcharr(entries)) },
  { is: isSerializd, read: async (entries) => toFile('Serializd', await readSerializd(entries)) },
];

async function readList(content: unknown[]): Promise<ReadFile | 'list' | undefined> {
  const known = content.find((entry) => isRecord(entry) && LISTS.some(({ is }) => is(entry)));
  const source = isRecord(known) ? LISTS.find(({ is }) => is(known)) : undefined;
  // The list is emptied while it is read, so that a large one is in memory once.
  return source?.read(listOf(content.splice(0)));
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
