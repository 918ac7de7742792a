import type { Fields } from '../../../protocol/tracker/read-fields';
import {
  createRoom,
  readCount,
  readId,
  readLine,
  readTime,
  viewedAt,
  type ImportRow,
  type TakeRows,
  fieldsOf,
  listOf,
  type ReadFile,
} from './import-row';
import { mapInPieces } from './in-pieces';
import { rowsOfLists, SHOW, shelved } from './list-rows';
import { stopped } from './read-tv-time-lists';

type Row = ImportRow | undefined;

/** An entry of an anime list. It states the progress, but not when each episode was watched. */
export type AnimeEntry = Readonly<{
  title: string | undefined;
  isFilm: boolean;
  standing?: 'planned' | 'dropped' | undefined;
  /** The number of watched episodes. */
  progress: number;
  /** How often all episodes were watched again. */
  again?: number | undefined;
  /** When the last episode was watched. */
  finishedAt?: number | undefined;
  score?: number | undefined;
}>;

/** Maximum episodes of an entry. */
const MOST_EPISODES = 2000;

/**
 * The rows of an entry: a film, or the episodes up to the progress.
 * - The last episode has the day of the end. The others are undated, and rewatches are left out.
 * - Sites of anime list each season under its own title, so the rows state no season.
 * - The score of a season counts as unread, because it is not that of the series.
 */
export function rowsOfAnime(entry: AnimeEntry, take: TakeRows): Row[] {
  const { title, isFilm, standing, score } = entry;
  if (title === undefined) return [undefined];
  const work = { ...(isFilm ? ({ type: 'movie' } as const) : SHOW), title };
  if (standing === 'planned') return [shelved('watchlist', work)];
  const seen = seenOf(entry, take);
  const dropped = standing === 'dropped' && !isFilm ? [stopped(work)] : [];
  const said = [...seen, ...dropped];
  if (said.length === 0) return [undefined];
  return score === undefined || isFilm ? said : [...said, undefined];
}

function seenOf(entry: AnimeEntry, take: TakeRows): Row[] {
  const { isFilm, progress, again = 0 } = entry;
  const count = Math.min(progress, isFilm ? 1 : MOST_EPISODES);
  if (!take(count + Math.min(count * again, MOST_EPISODES))) return [undefined];
  const viewings = isFilm ? filmOf(entry) : episodesOf(entry, count);
  return [...viewings, ...seenAgain(viewings, again)];
}

function seenAgain(viewings: ImportRow[], times: number): ImportRow[] {
  const other = { watchedAt: undefined, rating: undefined, isUndated: undefined, isLeftOut: true };
  const length = Math.min(viewings.length * times, MOST_EPISODES);
  return Array.from({ length }, (_, index) => viewings[index % viewings.length]).flatMap((row) =>
    row === undefined ? [] : [{ ...row, ...other }],
  );
}

function filmOf({ title, progress, finishedAt, score }: AnimeEntry): ImportRow[] {
  if (progress === 0) return [];
  const rated = score === undefined ? {} : { rating: score, ratedAt: finishedAt };
  return [{ type: 'movie', title, ...viewedAt(finishedAt), ...rated }];
}

function episodesOf({ title, finishedAt }: AnimeEntry, count: number): ImportRow[] {
  return Array.from({ length: count }, (_, index) => {
    const viewed = viewedAt(index === count - 1 ? finishedAt : undefined);
    return { type: 'episode', title, episodeNumber: index + 1, ...viewed };
  });
}

/** A response to AniList's query `MediaListCollection`, as programs save it. */
export async function readAniList(content: Fields): Promise<Row[]> {
  const take = createRoom();
  const lists = aniListLists(content);
  const entries = lists
    .filter(({ isCustomList }) => isCustomList !== true)
    .flatMap((list) => listOf(list['entries']));
  // AniList's scores are 1 to 10 or 1 to 100, by a setting of the account.
  const scale = entries.some(({ score }) => Number(score) > 10) ? 10 : 1;
  const listed = lists
    .filter(({ isCustomList }) => isCustomList === true)
    .flatMap((list) =>
      listOf(list['entries']).map((entry) => ({
        aim: { list: readLine(list['name']) ?? '' },
        entry: keptOf(entry),
      })),
    );
  const read = await mapInPieces(entries, (entry) => readEntry(entry, scale, take));
  return [...read.flat(), ...rowsOfLists('AniList', listed)];
}

const STANDINGS = new Map<unknown, AnimeEntry['standing']>([
  ['PLANNING', 'planned'],
  ['DROPPED', 'dropped'],
]);

function readEntry(entry: Fields, scale: number, take: TakeRows): Row[] {
  const { year, month, day } = fieldsOf(entry['completedAt']);
  const score = Math.round((2 * Number(entry['score'])) / scale) / 2;
  const stated = {
    ...mediaOf(entry),
    standing: STANDINGS.get(entry['status']),
    progress: readCount(entry['progress']) ?? 0,
    again: readCount(entry['repeat']),
    finishedAt: readTime(dayText(year, month, day)),
    score: score >= 1 && score <= 10 ? score : undefined,
  };
  return rowsOfAnime(stated, take);
}

function mediaOf(entry: Fields): Pick<AnimeEntry, 'title' | 'isFilm'> {
  const media = fieldsOf(entry['media']);
  const titles = fieldsOf(media['title']);
  const title = titles['romaji'] ?? titles['userPreferred'] ?? titles['english'] ?? titles['native'];
  return { title: readLine(title), isFilm: media['format'] === 'MOVIE' };
}

function keptOf(entry: Fields) {
  const { title, isFilm } = mediaOf(entry);
  return title === undefined
    ? undefined
    : { work: { ...(isFilm ? ({ type: 'movie' } as const) : SHOW), title } };
}

export function isAniList(content: Fields): boolean {
  return aniListLists(content).some((list) => listOf(list['entries']).some((entry) => 'media' in entry));
}

function aniListLists(content: Fields): Fields[] {
  const data = fieldsOf(content['data'] ?? content);
  const collection = fieldsOf(data['MediaListCollection'] ?? data['anime'] ?? data);
  return listOf(collection['lists']);
}

function dayText(...parts: unknown[]): string {
  const [year, month, day] = parts.map((part) => readId(part));
  if (year === undefined || month === undefined || day === undefined) return '';
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether the text is the XML file that MyAnimeList exports and most programs for anime can write. */
export function isMyAnimeList(text: string): boolean {
  return /^\s*</.test(text.slice(0, 200)) && text.slice(0, 5000).includes('<myanimelist>');
}

/**
 * Reads MyAnimeList's XML file. An entry is a flat list of elements with text or CDATA. Manga become no rows.
 */
export async function readMyAnimeList(text: string): Promise<ReadFile> {
  const entries = text.split('<anime>').slice(1);
  const take = createRoom();
  const read = (await mapInPieces(entries, (entry) => readXmlEntry(entry, take))).flat();
  const rows = read.filter((row) => row !== undefined);
  return { source: 'MyAnimeList', rows, unread: read.length - rows.length };
}

function readXmlEntry(entry: string, take: TakeRows): (ImportRow | undefined)[] {
  const values = elementsOf(entry);
  const stated = {
    title: readLine(values.get('series_title')),
    isFilm: values.get('series_type') === 'Movie',
    standing: MAL_STANDINGS.get((values.get('my_status') ?? '').toLowerCase()),
    progress: readCount(values.get('my_watched_episodes')) ?? 0,
    again: readCount(values.get('my_times_watched')),
    // "0000-00-00", which `readTime` refuses, if no day is stated.
    finishedAt: readTime(values.get('my_finish_date')),
    score: readCount(values.get('my_score')) || undefined,
  };
  return rowsOfAnime(stated, take);
}

/** Values of `my_status`: the names in MyAnimeList's export, and the numbers that some programs write. */
const MAL_STANDINGS = new Map<string, AnimeEntry['standing']>([
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
