import {
  createRoom,
  readCount,
  readLine,
  readTime,
  type ImportRow,
  type ReadFile,
  type TakeRows,
} from './import-row';
import { mapInPieces } from './in-pieces';
import { rowsOfAnime, type AnimeEntry } from './read-anime-lists';

/** The XML file that MyAnimeList exports and most programs for anime can write. */
export function isMyAnimeList(text: string): boolean {
  return /^\s*</.test(text.slice(0, 200)) && text.slice(0, 5000).includes('<myanimelist>');
}

/** The format is flat: entries whose elements contain text or CDATA. Manga become no rows. */
export async function readMyAnimeList(text: string): Promise<ReadFile> {
  const entries = text.split('<anime>').slice(1);
  const take = createRoom();
  const read = (await mapInPieces(entries, (entry) => readEntry(entry, take))).flat();
  const rows = read.filter((row) => row !== undefined);
  return { source: 'MyAnimeList', rows, unread: read.length - rows.length };
}

function readEntry(entry: string, take: TakeRows): (ImportRow | undefined)[] {
  const values = elementsOf(entry);
  const stated = {
    title: readLine(values.get('series_title')),
    isFilm: values.get('series_type') === 'Movie',
    standing: STANDINGS.get((values.get('my_status') ?? '').toLowerCase()),
    progress: readCount(values.get('my_watched_episodes')) ?? 0,
    again: readCount(values.get('my_times_watched')),
    // "0000-00-00" where none is stated.
    finishedAt: readTime(values.get('my_finish_date')),
    score: readCount(values.get('my_score')) || undefined,
  };
  return rowsOfAnime(stated, take);
}

/** The names that the export uses, and the numbers that some programs write. */
const STANDINGS = new Map<string, AnimeEntry['standing']>([
  ['plan to watch', 'planned'],
  ['6', 'planned'],
  ['dropped', 'dropped'],
  ['4', 'dropped'],
]);

/** The elements of an entry by name. */
function elementsOf(entry: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of entry.split('<').slice(0, MOST_ELEMENTS)) {
    const end = part.indexOf('>');
    const name = part.slice(0, end);
    if (part.startsWith('![CDATA['))
      values.set([...values.keys()].at(-1) ?? '', part.slice(8).replace(/\]\]>.*$/s, ''));
    else if (/^\w{1,40}$/.test(name)) values.set(name, unescapeXml(part.slice(end + 1).trim()));
  }
  return values;
}

const MOST_ELEMENTS = 200;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7}));/g, (_, name: string, code: string) =>
    name === undefined ? String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)) : (ENTITIES[name] ?? ''),
  );
}
