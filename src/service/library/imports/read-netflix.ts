import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readLine, readTime, type ImportRow } from './import-row';
import { seasonWords } from '../../../core/text/season-words';
import { defined } from '../../../core/values/defined';

/** `NetflixViewingHistory.csv`: a title and a day, written as in the country of the account. */
export async function readNetflix(rows: CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const days = await mapInPieces(rows, (row) => readDay(row['date'] ?? ''));
  const order = orderOf(days);
  return mapInPieces([...rows.entries()], ([index, row]) => {
    const title = readLine(row['title']);
    const { dayFirst, monthFirst } = days[index] ?? NO_DAY;
    const watchedAt = order === 'day' ? dayFirst : monthFirst;
    if (title === undefined || watchedAt === undefined) return undefined;
    const asked = order === undefined ? { group: { group: 'dates' as const }, dayFirstAt: dayFirst } : {};
    return { ...readNetflixTitle(title), watchedAt, ...asked };
  });
}

/** The order of day and month, decided from the whole file. `undefined`: every line can be read both ways. */
function orderOf(days: Day[]): 'day' | 'month' | undefined {
  const read = days.filter(({ dayFirst, monthFirst }) => dayFirst !== undefined || monthFirst !== undefined);
  const isSame = read.every(({ dayFirst, monthFirst }) => dayFirst === monthFirst);
  if (isSame || read.some(({ dayFirst }) => dayFirst === undefined)) return 'month';
  return read.some(({ monthFirst }) => monthFirst === undefined) ? 'day' : undefined;
}

type Day = Readonly<{
  dayFirst: number | undefined;
  monthFirst: number | undefined;
}>;

const NO_DAY: Day = { dayFirst: undefined, monthFirst: undefined };

/** `1/31/24`, `31.01.24`, `31/01/2024`, `24. 1. 31.` or `2024/01/31`. */
function readDay(text: string): Day {
  const day = text.trim();
  if (!/^\d{1,4}([/.-] ?)\d{1,2}\1\d{1,4}\.?$/.test(day)) return bothWays(readTime(day));
  const [first = '', second = '', third = ''] = day.split(/[/.-] ?/);
  if (first.length === 4 || day.endsWith('.')) return bothWays(toTime(first, second, third));
  const dayFirst = toTime(third, second, first);
  return day.includes('.') ? bothWays(dayFirst) : { dayFirst, monthFirst: toTime(third, first, second) };
}

function bothWays(time: number | undefined): Day {
  return { dayFirst: time, monthFirst: time };
}

function toTime(year: string, month: string, day: string): number | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  return readTime(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

type RowTitle = Pick<
  ImportRow,
  'type' | 'title' | 'seasonNumber' | 'episodeNumber' | 'episodeTitle' | 'wholeTitle'
>;

const SEASON = new RegExp(
  String.raw`^(?:${seasonWords.season})\s?(\d{1,2})$|^(\d{1,2})\.?\s?(?:${seasonWords.season})$`,
  'iu',
);

/** Netflix's text for the only season of a series, in the languages of the extension. */
const ONLY_SEASON = new RegExp(
  '^(?:'.concat(
    [
      'limited series|mini-?\\s?seri\\p{L}{1,3}|mini-?\\s?s[ée]rie|minissérie',
      'serie limitada|série limitada',
      'série limitée|edición limitada|serie limitata|begränsad serie|minisarja|minisorozat|mini dizi',
      'мини-?сериал|міні-?серіал|обмежений серіал|リミテッドシリーズ|리미티드 시리즈',
      'مسلسل قصير|مسلسل محدود',
    ].join('|'),
    ')$',
  ),
  'iu',
);

/** "Part 2", "Book 1", "Stranger Things 2": often, but not always, the number of the season. */
const NUMBERED = /(?:^|\s)(\d{1,2})$/;

/** The number at the end of a name: "Pilot (Episode 1)". */
const NUMBER_AT_END = new RegExp(String.raw`\s*\((?:${seasonWords.episode})\.?\s?(\d{1,3})\)$`, 'iu');

/**
 * `Series: Season 2: Name of the episode`, where each of the three may contain a colon. Anything else is
 * taken for a film.
 */
export function readNetflixTitle(text: string): RowTitle {
  const parts = text.split(': ');
  const found = findSeason(parts);
  if (found === undefined) return { type: 'movie', title: text };
  const { at, season, isSure } = found;
  const name = parts.slice(at + 1).join(': ');
  const number = Number(NUMBER_AT_END.exec(name)?.[1] ?? 0);
  return {
    type: 'episode',
    title: parts.slice(0, at).join(': '),
    seasonNumber: season,
    episodeTitle: name.replace(NUMBER_AT_END, '').replaceAll(/^"|"$/g, ''),
    // "Part 2" may be half a season, whose episodes have other numbers, so the number is not used.
    ...defined(isSure ? { episodeNumber: number > 0 ? number : undefined } : { wholeTitle: text }),
  };
}

type NetflixPart = Readonly<{
  /** The index of the part. */
  at: number;
  season: number;
  isSure: boolean;
}>;

/**
 * The part that names the season, otherwise one that ends with a number. The outer parts are never seasons.
 */
function findSeason(parts: string[]): NetflixPart | undefined {
  const inner = parts.slice(1, -1).map((part, index) => ({ part: part.trim(), at: index + 1 }));
  for (const { part, at } of inner) {
    const [, first, second] = SEASON.exec(part) ?? [];
    const number = first ?? second;
    if (number !== undefined) return { at, season: Number(number), isSure: true };
    if (ONLY_SEASON.test(part)) return { at, season: 1, isSure: true };
  }
  const numbered = inner.find(({ part }) => NUMBERED.test(part));
  if (numbered === undefined) return undefined;
  return { at: numbered.at, season: Number(NUMBERED.exec(numbered.part)?.[1]), isSure: false };
}

/** Minimum seconds of a viewing: a shorter play was only a try, or autoplay. */
const LEAST_SECONDS = 5 * 60;

const DAY_MS = 86_400_000;

type NetflixSession = Readonly<{
  profile: string;
  title: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  seconds: number;
  /** A trailer, a recap or another supplemental video. */
  isTrailer: boolean;
}>;

/**
 * `ViewingActivity.csv` of the personal data from Netflix: a line for each play, of all profiles of the
 * account, including trailers.
 */
export async function readNetflixActivity(rows: CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const read = await mapInPieces(rows, readSession);
  const sessions = read.filter((one) => one !== undefined);
  const isShared = new Set(sessions.map(({ profile }) => profile)).size > 1;
  const titles = new Map<string, NetflixSession[]>();
  for (const session of sessions.filter(({ isTrailer }) => !isTrailer)) {
    const key = `${session.profile}\n${session.title}`;
    const known = titles.get(key);
    if (known === undefined) titles.set(key, [session]);
    else known.push(session);
  }
  const viewings = await mapInPieces([...titles.values()], joinSessions);
  const trailers = sessions.filter(({ isTrailer }) => isTrailer);
  const unread = read.filter((one) => one === undefined);
  const all = [...viewings.flat(), ...trailers].sort((a, b) => b.to - a.to);
  return [...(await mapInPieces(all, (one) => toRow(one, isShared))), ...unread];
}

function readSession(row: CsvRow): NetflixSession | undefined {
  const title = readLine(row['title']);
  const from = readTime(row['start time']);
  if (title === undefined || from === undefined) return undefined;
  const seconds = readLength(row['duration']);
  const profile = readLine(row['profile name']) ?? '';
  const isTrailer = (row['supplemental video type'] ?? '').trim() !== '';
  return { profile, title, from, to: from + seconds * 1000, seconds, isTrailer };
}

/** The seconds of a text such as `00:42:10`. */
function readLength(text: string | undefined): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(\d+):(\d\d):(\d\d)$/.exec(text ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Plays of a title on one day, or continued on the next, become one viewing. */
function joinSessions(sessions: NetflixSession[]): NetflixSession[] {
  const joined: NetflixSession[] = [];
  for (const session of [...sessions].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || dayOf(session.from) > dayOf(last.from) + 1) joined.push(session);
    else joined[joined.length - 1] = { ...last, to: session.to, seconds: last.seconds + session.seconds };
  }
  return joined;
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

function toRow(
  { title, profile, from, to, seconds, isTrailer }: NetflixSession,
  isShared: boolean,
): ImportRow {
  const isLeftOut = isTrailer || seconds < LEAST_SECONDS;
  return {
    ...(isTrailer ? { type: 'movie', title } : readNetflixTitle(title)),
    startedAt: from,
    watchedAt: to,
    progress: seconds,
    ...defined({
      isLeftOut: isLeftOut || undefined,
      group: isShared ? ({ group: 'profile', name: profile } as const) : undefined,
    }),
  };
}
