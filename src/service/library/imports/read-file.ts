import { parseCsv, type CsvRow } from './csv';
import { decodeFile } from './decode-file';
import { readLine, type ReadFile } from './import-row';
import { fieldsOf, listOf } from './json-fields';
import { isLetterboxdList, readLetterboxdList } from './list-rows';
import { joinFiles } from './join-files';
import { parseJsonInPieces } from './parse-json-in-pieces';
import { isGzip, isZip, unpackGzip, unzip, type ArchiveFile } from './read-archive';
import { readCsvFile } from './read-csv';
import { readJsonFile } from './read-json';
import { isMyAnimeList, readMyAnimeList } from './read-my-anime-list';
import { namesOfTvTime, type TvTimeNames } from './read-tv-time-lists';

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

async function readText(
  text: string,
  name: string,
  { listName, names }: KnownNames = {},
): Promise<ReadFile | WhyUnread> {
  if (isMyAnimeList(text)) return readMyAnimeList(text);
  if (isLetterboxdList(text)) return readLetterboxdText(text);
  const file = /^\s*[[{]/.test(text)
    ? await readJsonFile(await parseJsonInPieces(text), { name, listName })
    : await readCsvFile(await parseCsv(text), name, names);
  return file ?? 'unknown';
}

/** The line about the list and those of its films stand below names of columns of their own. */
async function readLetterboxdText(text: string): Promise<ReadFile> {
  const lines = text.replaceAll('\r\n', '\n');
  const films = /\n\n?(?=Position,)/.exec(lines)?.index ?? lines.length;
  const [head] = await parseCsv(lines.slice(lines.indexOf('\n') + 1, films));
  const rows = await readLetterboxdList(head, await parseCsv(lines.slice(films).trimStart()));
  const read = rows.filter((row) => row !== undefined);
  return { source: 'Letterboxd', rows: read, unread: rows.length - read.length };
}

/** What was deleted: of the same form as what was not. */
const DELETED = /^(?:.*\/)?(?:deleted|orphaned)\//i;

async function readZip(bytes: Uint8Array): Promise<ReadFile | WhyUnread> {
  const entries = await unzip(bytes);
  if (entries === undefined) return 'archive';
  const files: ReadFile[] = [];
  const listNames = await namesOfLists(entries);
  const names = await namesOfWorks(entries);
  let isList = false;
  for (const { path, bytes: content } of entries) {
    if (DELETED.test(path)) continue;
    const name = /(?:likes\/)?[^/]*$/i.exec(path)?.[0] ?? '';
    const file = await readText(await decodeFile(content), name, {
      listName: listNames.get(name),
      names,
    });
    if (file === 'list') isList = true;
    if (typeof file === 'object') files.push(file);
  }
  return joinFiles(files) ?? (isList ? 'list' : 'archive');
}

/** What other files of an archive say about one of them. */
interface KnownNames {
  readonly listName?: string | undefined;
  readonly names?: TvTimeNames | undefined;
}

/** The lists and ratings of TV Time's personal data name works by ids. */
async function namesOfWorks(entries: readonly ArchiveFile[]): Promise<TvTimeNames | undefined> {
  const isOf = (file: RegExp) => entries.filter(({ path }) => file.test(path));
  if (isOf(/(?:^|\/)(?:lists-prod-lists|followed_tv_show|ratings-[^/]*)\.csv$/).length === 0)
    return undefined;
  const files: CsvRow[][] = [];
  for (const { bytes } of isOf(/(?:^|\/)tracking-prod-records(?:-v2)?\.csv$/))
    files.push(await parseCsv(await decodeFile(bytes)));
  return namesOfTvTime(files.flat());
}

/** Trakt states what a list is called in another file than what is in it: `lists-list-9-best-films.json`. */
async function namesOfLists(entries: readonly ArchiveFile[]): Promise<ReadonlyMap<string, string>> {
  const about = entries.find(({ path }) => /(?:^|\/)lists-lists\.json$/.test(path));
  const lists = about === undefined ? [] : listOf(await parseJsonInPieces(await decodeFile(about.bytes)));
  const files = entries.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  return new Map(
    lists.flatMap((list) => {
      const file = files.find((name) =>
        name.startsWith(`lists-list-${String(fieldsOf(list['ids'])['trakt'])}-`),
      );
      const name = readLine(list['name']);
      return file === undefined || name === undefined ? [] : [[file, name] as const];
    }),
  );
}
