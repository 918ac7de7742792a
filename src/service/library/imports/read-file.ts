import { parseCsv, type CsvRow } from './csv';
import { MOST_STATED, readLine, type ReadFile, type ImportRow, fieldsOf, listOf } from './import-row';
import { isLetterboxdList, readLetterboxdList } from './list-rows';
import { parseJsonInPieces, createPieces } from './in-pieces';
import { isGzip, isZip, unpackGzip, unzip, type ArchiveFile } from './read-archive';
import { readCsvFile } from './read-csv';
import { readJsonFile } from './read-json';
import { isMyAnimeList, readMyAnimeList } from './read-anime-lists';
import { namesOfTvTime, type TvTimeNames } from './read-tv-time-lists';

/** Bytes per piece of decoding. */
const PIECE = 256 * 1024;

/**
 * Why a file is not accepted:
 * - `archive`: it is an archive that is damaged, too large, or without a file of a known source.
 * - `list`: it comes from a known source, but has no viewings.
 * - `unknown`: its source is unknown.
 */
export type WhyUnread = 'archive' | 'list' | 'unknown';

/**
 * The rows of a file or archive, or why it is not accepted. The content tells the source. `name`: the file's
 * name, which tells some files of one source apart. Reads in pieces, so that other requests are not delayed.
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

/** The line about the list follows its own column names, and the lines of the films follow theirs. */
async function readLetterboxdText(text: string): Promise<ReadFile> {
  const lines = text.replaceAll('\r\n', '\n');
  const films = /\n\n?(?=Position,)/.exec(lines)?.index ?? lines.length;
  const [head] = await parseCsv(lines.slice(lines.indexOf('\n') + 1, films));
  const rows = await readLetterboxdList(head, await parseCsv(lines.slice(films).trimStart()));
  const read = rows.filter((row) => row !== undefined);
  return { source: 'Letterboxd', rows: read, unread: rows.length - read.length };
}

/** Folders of deleted entries, which are skipped: they have the format of other entries. */
const DELETED = /^(?:.*\/)?(?:deleted|orphaned)\//i;

async function readZip(bytes: Uint8Array): Promise<ReadFile | WhyUnread> {
  const entries = await unzip(bytes);
  if (entries === undefined) return 'archive';
  const files: ReadFile[] = [];
  const listNames = await namesOfLists(entries);
  const names = await namesOfWorks(entries);
  let [isList, left, skipped] = [false, MOST_STATED, 0];
  for (const { path, bytes: content } of entries) {
    if (DELETED.test(path)) continue;
    if (left === 0) {
      skipped += 1;
      continue;
    }
    const name = /(?:likes\/)?[^/]*$/i.exec(path)?.[0] ?? '';
    const file = await readText(await decodeFile(content), name, {
      listName: listNames.get(name),
      names,
    });
    if (file === 'list') isList = true;
    if (typeof file !== 'object') continue;
    const rows = file.rows.slice(0, left);
    left -= rows.length;
    files.push({ ...file, rows, unread: file.unread + file.rows.length - rows.length });
  }
  const joined = joinFiles(files);
  if (joined === undefined) return isList ? 'list' : 'archive';
  return { ...joined, unread: joined.unread + skipped };
}

/** Names that other files of an archive state for one of its files. */
type KnownNames = Readonly<{
  listName?: string | undefined;
  names?: TvTimeNames | undefined;
}>;

/** The names of works in TV Time's personal data, whose lists and ratings contain only ids. */
async function namesOfWorks(entries: ArchiveFile[]): Promise<TvTimeNames | undefined> {
  const isOf = (file: RegExp) => entries.filter(({ path }) => file.test(path));
  if (isOf(/(?:^|\/)(?:lists-prod-lists|followed_tv_show|ratings-[^/]*)\.csv$/).length === 0)
    return undefined;
  const files: CsvRow[][] = [];
  for (const { bytes } of isOf(/(?:^|\/)(?:tracking-prod-records(?:-v2)?|seen_episode[^/]*)\.csv$/i))
    files.push(await parseCsv(await decodeFile(bytes)));
  return namesOfTvTime(files.flat());
}

/** Trakt states a list's name in another file than its contents: `lists-list-9-best-films.json`. */
async function namesOfLists(entries: ArchiveFile[]): Promise<ReadonlyMap<string, string>> {
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

/**
 * The text of a file: UTF-16 if it begins with that byte order mark (U+FEFF), otherwise UTF-8. Read in
 * pieces.
 */
async function decodeFile(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const pieces = createPieces();
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    if (pieces.isDue()) await pieces.pause();
  }
  return text + decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Joins the files of an archive, and drops repeated viewings: a product may write a viewing with its time
 * into one file and as "watched" into another, or in an old and a new format. `undefined` if there are no
 * files.
 */
function joinFiles(files: ReadFile[]): ReadFile | undefined {
  // The source of the file with the most rows counts.
  const [main] = files.toSorted((a, b) => b.rows.length - a.rows.length);
  if (main === undefined) return undefined;
  const dated = new Set(files.flatMap(({ rows }) => rows.filter(isDated).map(titleOf)));
  const seen = new Set<string>();
  const rows = files.flatMap((file) => {
    const kept = file.rows.flatMap((row) => {
      const isNew =
        row.watchedAt === undefined || (isDated(row) ? !seen.has(viewingOf(row)) : !dated.has(titleOf(row)));
      if (isNew) return [row];
      // Another file has the viewing, but only this one has the review.
      return row.review === undefined ? [] : [{ ...row, watchedAt: undefined }];
    });
    // Only other files repeat a viewing: the same title twice on a day in one file is two viewings.
    for (const row of file.rows) if (isDated(row)) seen.add(viewingOf(row));
    return kept;
  });
  return { source: main.source, rows, unread: files.reduce((sum, { unread }) => sum + unread, 0) };
}

function isDated({ watchedAt, isUndated = false }: ImportRow): boolean {
  return watchedAt !== undefined && !isUndated;
}

function titleOf({
  type,
  title,
  year,
  tmdbId,
  imdbId,
  seasonNumber,
  episodeNumber,
  episodeTitle,
}: ImportRow) {
  const work = tmdbId ?? imdbId ?? `${title?.toLowerCase() ?? ''} ${String(type === 'movie' ? year : '')}`;
  return JSON.stringify([type, work, seasonNumber, episodeNumber, episodeNumber ?? episodeTitle]);
}

function viewingOf(row: ImportRow): string {
  return `${titleOf(row)} ${String(Math.floor((row.watchedAt ?? 0) / DAY_MS))}`;
}

const DAY_MS = 86_400_000;
