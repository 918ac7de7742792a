import type { HistoryEntry, ProgressPage } from '../../../src/protocol/tracker/history';
import type { PartTruth, ViewingTruth } from './truth';

/**
 * What is fair to ask. All of it is in seconds of the wall clock; times the speed of the player they are
 * seconds of content, because a second of delay at 16x moves a film by 16 s.
 */
const fair = {
  /** A stored position may be this far from the truth (the promise of the product). */
  position: 15,
  /**
   * Where the page's process was killed: one heartbeat of 30 s, its jitter of a tenth, and the delay of a
   * busy machine.
   */
  killed: 36,
  /** From the moment a page shows a film until it is being observed: loading, and settling on what it is. */
  start: 4,
  /** A page that is killed this soon after passing 90 % may not have said so. */
  passed: 1.5,
  /** Between the last sample of a page and its real end. */
  end: 0.5,
} as const;

/** `must`: passed 90 % with evidence. `may`: too near to the border for anybody to say. */
export type Expectation = 'must' | 'may' | 'must-not';

/** The documented rule: above 90 %, in whole seconds, with min(60 s, 5 %) of it really played. */
function expectation({ parts, sitting }: ViewingTruth): Expectation {
  const wants = parts.map((part) => expectationOf(part, sitting.shape === 'twin' ? 'shared' : 'alone'));
  if (wants.includes('must')) return 'must';
  // The seconds of two tabs may add up.
  const together = parts.reduce((sum, { playedSeconds }) => sum + playedSeconds, 0);
  const reached = parts.some(
    (part) =>
      part.highest + fair.end * part.rate >= part.duration * 0.9 &&
      part.duration > 0 &&
      together >= needed(part.duration),
  );
  return wants.includes('may') || reached ? 'may' : 'must-not';
}

function expectationOf(
  part: PartTruth & { readonly killed: boolean },
  tabs: 'alone' | 'shared',
): Expectation {
  const { duration, passed, rate, killed } = part;
  if (duration === 0 || passed.length === 0) return 'must-not';
  const crossing = Math.floor(duration * 0.9) + 1;
  // In two tabs at once one is not observed for a while.
  const unseen = fair.start * rate * (tabs === 'shared' ? 2 : 1);
  const margin = killed ? fair.passed * rate : 0;
  const surely = passed.some(
    ([position, played]) => position >= crossing + margin && played >= needed(duration) + unseen,
  );
  if (surely) return 'must';
  return passed.some(([, played]) => played >= needed(duration)) ? 'may' : 'must-not';
}

function needed(duration: number): number {
  return Math.min(60, duration * 0.05);
}

export interface Violation {
  readonly viewing: number;
  readonly message: string;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  /** Viewings by what was expected of them. */
  readonly expected: Readonly<Record<Expectation, number>>;
  readonly recorded: number;
  /** Positions that were compared, and the worst of them: seconds of the wall clock. */
  readonly positions: number;
  readonly worst: number;
  readonly worstKilled: number;
}

/** Compares what the service has with what was true. */
export function judge(
  viewings: readonly ViewingTruth[],
  history: readonly HistoryEntry[],
  progress: ProgressPage['items'],
): Verdict {
  const violations: Violation[] = [];
  const expected = { must: 0, may: 0, 'must-not': 0 };
  const deviations = { killed: 0, other: 0, count: 0 };
  for (const group of groupedByWork(viewings)) {
    const [last] = group.toReversed();
    if (last === undefined) continue;
    const wants = group.map(expectation);
    for (const want of wants) expected[want] += 1;
    const least = wants.filter((want) => want === 'must').length;
    const most = wants.filter((want) => want !== 'must-not').length;
    const found = history.filter((entry) => isOf(entry, last)).length;
    const complain = (message: string) =>
      violations.push({
        viewing: last.viewing,
        message: `viewing ${last.viewing} (${last.sitting.shape}, ${describe(last)}): ${message}; truth: ${JSON.stringify(group.map(brief))}`,
      });
    if (found < least) complain(`expected ${least} in the history, found ${found}`);
    if (found > most)
      complain(`expected ${most === 0 ? 'nothing' : `no more than ${most}`} in the history, found ${found}`);
    const stored = progress.find((entry) => isOf(entry, last));
    // After a confirmed crossing a session says no more.
    if (stored === undefined) {
      if (found === 0 && last.parts.some(surelyTold)) complain('no position is stored');
      continue;
    }
    if (last.parts.every(surelySilent) && group.length === 1)
      complain(`position ${stored.progress} is stored of a few seconds`);
    const apart = deviation(
      last,
      stored.progress,
      'watchedAt' in stored && stored.watchedAt !== undefined,
      expectation(last),
    );
    if (apart === undefined) continue;
    const killed = last.parts.some((part) => part.killed);
    deviations.count += 1;
    deviations[killed ? 'killed' : 'other'] = Math.max(deviations[killed ? 'killed' : 'other'], apart);
    if (apart > (killed ? fair.killed : fair.position))
      complain(`position ${stored.progress} is stored, ${apart.toFixed(1)} s of the clock from the truth`);
  }
  const known = history.filter((entry) => viewings.some((viewing) => isOf(entry, viewing))).length;
  if (known < history.length)
    violations.push({
      viewing: -1,
      message: `${history.length - known} entries of the history are of nothing that was played`,
    });
  return {
    violations,
    expected,
    recorded: history.length,
    positions: deviations.count,
    worst: deviations.other,
    worstKilled: deviations.killed,
  };
}

/** Seconds of the clock between a stored position and the nearest truth; undefined where none is promised. */
function deviation(
  { parts }: ViewingTruth,
  stored: number,
  watched: boolean,
  want: Expectation,
): number | undefined {
  const apart = parts
    .filter((part) => part.duration > 0)
    .map((part) => {
      const rate = Math.max(1, part.rate);
      // Of what was watched the position of the crossing stays: any place past 90 % where it really stood.
      if (watched && part.passed.length > 0) {
        const [first] = part.passed;
        const from = first?.[0] ?? 0;
        return Math.max(0, from - 1 - stored, stored - part.highest - 1) / rate;
      }
      // Past 90 % without evidence the place is held back.
      if (want !== 'must' && part.highest >= part.duration * 0.9) return undefined;
      return Math.max(0, Math.abs(part.position - stored) - 1) / rate;
    })
    .filter((value) => value !== undefined);
  return apart.length === 0 ? undefined : Math.min(...apart);
}

/** Ten seconds of play are worth a word. */
function surelyTold(part: PartTruth): boolean {
  return part.playedSeconds >= 10 + fair.start * part.rate && part.highest < part.duration * 0.9;
}

function surelySilent(part: PartTruth): boolean {
  return part.playedSeconds + fair.end * part.rate < 10;
}

function groupedByWork(viewings: readonly ViewingTruth[]): readonly (readonly ViewingTruth[])[] {
  const groups = new Map<string, ViewingTruth[]>();
  for (const viewing of viewings) {
    const key = [viewing.work.tmdb, viewing.work.number].join('|');
    groups.set(key, [...(groups.get(key) ?? []), viewing]);
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => a.viewing - b.viewing));
}

function isOf({ media }: Pick<HistoryEntry, 'media'>, { work }: ViewingTruth): boolean {
  return (
    media.tmdbId === work.tmdb && media.episodeNumber === work.number && media.seasonNumber === work.season
  );
}

function describe({ work, sitting }: ViewingTruth): string {
  return `sitting ${sitting.id}, ${work.film} ${work.type} ${work.tmdb}${work.number === undefined ? '' : ` S${work.season}E${work.number}`}`;
}

function brief(viewing: ViewingTruth) {
  return {
    want: expectation(viewing),
    parts: viewing.parts.map(({ position, highest, duration, playedSeconds, rate, killed, passed, at }) => ({
      position: round(position),
      highest: round(highest),
      duration: round(duration),
      played: round(playedSeconds),
      rate: round(rate),
      killed,
      passed: passed.length,
      at: new Date(at).toISOString().slice(14, 23),
    })),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
