import { parseCsv } from './csv';
import { decodeFile } from './decode-file';
import type { ReadFile } from './import-row';
import { joinFiles } from './join-files';
import { parseJsonInPieces } from './parse-json-in-pieces';
import { isGzip, isZip, unpackGzip, unzip } from './read-archive';
import { readCsvFile } from './read-csv';
import { readJsonFile } from './read-json';
import { isMyAnimeList, readMyAnimeList } from './read-my-anime-list';

/**
 * Why a file is not taken. `archive`: it is packed, and damaged, too large, or without a file of a known
 * source.
 * `list`: it is of a known source, and holds no viewings. `unknown`: it is of no known source.
 */
export type WhyUnread = 'archive' | 'list' | 'unknown';

/**
 * The viewings in a file of one of the sources, which is told by its content, or why it has none. An archive
 * is taken as its product gives it out. Read in pieces. Two files of one source may differ by their `name`.
 */
export async function readFile(content: Uint8Array | string, name = ''): Promise<ReadFile | WhyUnread> {
  if (typeof content === 'string') return readText(content, name);
  if (isZip(content)) return readZip(content);
  if (!isGzip(content)) return readText(await decodeFile(content), name);
  const unpacked = await unpackGzip(content);
  return unpacked === undefined
    ? 'archive'
    : readText(await decodeFile(unpacked), name.replace(/\.gz$/i, ''));
}

async function readText(text: string, name: string): Promise<ReadFile | WhyUnread> {
  if (isMyAnimeList(text)) return readMyAnimeList(text);
  const file = /^\s*[[{]/.test(text)
    ? await readJsonFile(await parseJsonInPieces(text))
    : await readCsvFile(await parseCsv(text), name);
  return file ?? 'unknown';
}

/** What was deleted, and films that were liked or put on a list: of the same form as viewings, and none. */
const NOT_WATCHED = /^(?:.*\/)?(?:deleted|orphaned|likes|lists)\//i;

async function readZip(bytes: Uint8Array): Promise<ReadFile | WhyUnread> {
  const entries = await unzip(bytes);
  if (entries === undefined) return 'archive';
  const files: ReadFile[] = [];
  let isList = false;
  for (const { path, bytes: content } of entries) {
    if (NOT_WATCHED.test(path)) continue;
    const file = await readText(await decodeFile(content), path.slice(path.lastIndexOf('/') + 1));
    if (file === 'list') isList = true;
    if (typeof file === 'object') files.push(file);
  }
  return joinFiles(files) ?? (isList ? 'list' : 'archive');
}
