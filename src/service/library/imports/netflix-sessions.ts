import { defined } from '../../../core/values/defined';
import { readLine, readTime, type ImportRow } from './import-row';
import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readNetflixTitle } from './netflix-title';

/** Seconds; a shorter play was only a look, or started automatically. */
const LEAST_SECONDS = 5 * 60;
const DAY_MS = 86_400_000;

type NetflixSession = Readonly<{
  profile: string;
  title: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  seconds: number;
  /** Trailers, hooks, recaps … */
  isTrailer: boolean;
}>;

/**
 * `ViewingActivity.csv` of the personal data from Netflix: a line for each play, of all profiles of the
 * account, including trailers.
 */
export async function readNetflixActivity(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
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

/** `00:42:10` in seconds. */
function readLength(text: string | undefined): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(\d+):(\d\d):(\d\d)$/.exec(text ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Plays of a title on one day, or continued on the next, become one viewing. */
function joinSessions(sessions: readonly NetflixSession[]): NetflixSession[] {
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
