import type { HistoryEntry, ProgressPage } from '../../../src/protocol/tracker/history';
import { LOOK_SECONDS, START_SECONDS, type ObservedPart, type PartTruth, type ViewingTruth } from './truth';

/**
 * Tolerances in seconds of the wall clock. Multiplied by the playback rate they are seconds of content: a
 * delay of 1 s at a rate of 16 is 16 s of the film.
 */
const fair = {
  /** Largest permitted error of a stored position. */
  position: 20,
  /** The same after the page's process was killed: the default interval, 20 % jitter, and a slow machine. */
  killed: 380,
  start: START_SECONDS,
  /** A page that is killed within this time after 90 % may not have reported the crossing. */
  passed: 1.5,
  /** Between the last sample of a page and its end. */
  end: 0.5,
} as const;

/** Whether a viewing is in the history. `must`: it passed 90 % with evidence. `may`: too close to decide. */
type Expectation = 'must' | 'may' | 'must-not';

/** The documented rule: above 90 %, in whole seconds, with at least min(60 s, 5 %) played. */
function expectation({ parts, sitting }: ViewingTruth): Expectation {
  const wants = parts.map((part) => expectationOf(part, sitting.shape === 'twin' ? 'shared' : 'alone'));
  if (wants.includes('must')) return 'must';
  // The seconds played in two tabs can add up.
  const together = parts.reduce((sum, { playedSeconds, lost }) => sum + playedSeconds + lost, 0);
  const reached = parts.some(
    (part) =>
      part.highest + fair.end * part.rate >= part.duration * 0.9 &&
      part.duration > 0 &&
      together >= needed(part.duration),
  );
  return wants.includes('may') || reached ? 'may' : 'must-not';
}

function expectationOf(part: ObservedPart, tabs: 'alone' | 'shared'): Expectation {
  const { duration, passed, passedEarlier, lag, lost, rate, killed, stuck } = part;
  if (duration === 0 || (passed.length === 0 && !passedEarlier)) return 'must-not';
  const crossing = Math.floor(duration * 0.9) + 1;
  // With two tabs at once, one of them is not observed for some time.
  const unseen = (fair.start + lag) * rate * (tabs === 'shared' ? 2 : 1);
  const margin = killed ? fair.passed * rate : 0;
  const surely = passed.some(
    ([position, played]) => position >= crossing + margin && played >= needed(duration) + unseen,
  );
  if (surely && !stuck && !part.doubtful && !part.undecided) return 'must';
  const isPossible = passedEarlier || passed.some(([, played]) => played + lost >= needed(duration));
  return isPossible ? 'may' : 'must-not';
}

function needed(duration: number): number {
  return Math.min(60, duration * 0.05);
}

interface Violation {
  readonly viewing: number;
  readonly message: string;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  /** Number of viewings by expectation. */
  readonly expected: Readonly<Record<Expectation, number>>;
  readonly recorded: number;
  /** Number of compared positions. `worst` and `worstKilled`: the largest errors in seconds of the clock. */
  readonly positions: number;
  readonly worst: number;
  readonly worstKilled: number;
}

/** Compares the records of the service with what was played. */
export function judge(
  viewings: readonly ViewingTruth[],
  history: readonly HistoryEntry[],
  progress: ProgressPage['items'],
): Verdict {
  const groups = groupedByWork(viewings);
  const wants = groups.flat().map(expectation);
  const deviations = groups.map((group) => deviationOf(group, progress)).filter((one) => one !== undefined);
  const unknown = history.filter((entry) => !viewings.some((viewing) => isOf(entry, viewing)));
  return {
    violations: [
      ...groups.flatMap((group) => violationsOf(group, history, progress)),
      ...(unknown.length === 0
        ? []
        : [
            {
              viewing: -1,
              message: `${unknown.length} entries of the history are of nothing that was played`,
            },
          ]),
    ],
    expected: {
      must: count(wants, 'must'),
      may: count(wants, 'may'),
      'must-not': count(wants, 'must-not'),
    },
    recorded: history.length,
    positions: deviations.length,
    worst: Math.max(0, ...deviations.filter(({ killed }) => !killed).map(({ seconds }) => seconds)),
    worstKilled: Math.max(0, ...deviations.filter(({ killed }) => killed).map(({ seconds }) => seconds)),
  };
}

/** All viewings of one work, in the order of the plan; never empty. */
type Group = readonly [ViewingTruth, ...ViewingTruth[]];

function violationsOf(
  group: Group,
  history: readonly HistoryEntry[],
  progress: ProgressPage['items'],
): readonly Violation[] {
  const last = lastOf(group);
  const found = history.filter((entry) => isOf(entry, last)).length;
  const messages = [...historyErrors(group, found), ...positionErrors(group, found, progress)];
  return messages.map((message) => ({
    viewing: last.viewing,
    message:
      `viewing ${last.viewing} (${last.sitting.shape}, ${describe(last)}): ${message}; ` +
      `truth: ${JSON.stringify(group.map(brief))}`,
  }));
}

function historyErrors(group: Group, found: number): readonly string[] {
  const wants = group.map(expectation);
  const least = count(wants, 'must');
  const most = wants.length - count(wants, 'must-not');
  if (found < least) return [`expected ${least} in the history, found ${found}`];
  if (found <= most) return [];
  return [`expected ${most === 0 ? 'nothing' : `no more than ${most}`} in the history, found ${found}`];
}

function positionErrors(group: Group, found: number, progress: ProgressPage['items']): readonly string[] {
  const last = lastOf(group);
  const stored = progress.find((entry) => isOf(entry, last));
  // After a confirmed crossing a session sends no more positions.
  if (stored === undefined) return found === 0 && last.parts.some(mustSend) ? ['no position is stored'] : [];
  const deviation = deviationOf(group, progress);
  const limit = deviation?.killed === true ? fair.killed : fair.position;
  const errors: string[] = [];
  if (group.length === 1 && last.parts.every(mustNotSend))
    errors.push(`position ${stored.progress} is stored of a few seconds`);
  if (deviation !== undefined && deviation.seconds > limit) {
    const seconds = deviation.seconds.toFixed(1);
    errors.push(`position ${stored.progress} is stored, ${seconds} s of the clock from the truth`);
  }
  return errors;
}

interface Deviation {
  readonly seconds: number;
  /** Whether the process of the page was killed. */
  readonly killed: boolean;
}

/** Of the last viewing of a work; undefined when no position is stored or none can be expected. */
function deviationOf(group: Group, progress: ProgressPage['items']): Deviation | undefined {
  const last = lastOf(group);
  const stored = progress.find((entry) => isOf(entry, last));
  if (stored === undefined) return undefined;
  const isWatched = 'watchedAt' in stored && stored.watchedAt !== undefined;
  const seconds = deviation(last, stored.progress, isWatched, expectation(last));
  return seconds === undefined ? undefined : { seconds, killed: last.parts.some(wasCutOff) };
}

/** The page was killed, or has played too little since its browser was. */
function wasCutOff(part: ObservedPart): boolean {
  return part.killed || (part.lost > 0 && part.visitSeconds < leastSent(part));
}

function lastOf(group: Group): ViewingTruth {
  return group.at(-1) ?? group[0];
}

function count(wants: readonly Expectation[], wanted: Expectation): number {
  return wants.filter((want) => want === wanted).length;
}

/**
 * Seconds of the clock between a stored position and the nearest true one; undefined where none is stored by
 * rule.
 */
function deviation(
  { parts }: ViewingTruth,
  stored: number,
  watched: boolean,
  want: Expectation,
): number | undefined {
  const apart = parts
    .filter(({ duration: length, stuck }) => length > 0 && !stuck)
    .map((part) => {
      const rate = Math.max(1, part.rate);
      // A watched title keeps the position of its crossing: any position past 90 % that was played.
      if (watched && part.passed.length > 0) {
        const [first] = part.passed;
        const from = first?.[0] ?? 0;
        return Math.max(0, from - 1 - stored, stored - part.highest - 1) / rate;
      }
      // A position past 90 % without evidence is not sent.
      if (want !== 'must' && part.highest >= part.duration * 0.9) return undefined;
      return Math.max(0, Math.abs(part.position - stored) - 1) / rate;
    })
    .filter((value) => value !== undefined);
  return apart.length === 0 ? undefined : Math.min(...apart);
}

/** Whether a position must be sent: ten seconds were played at a stretch. */
function mustSend(part: ObservedPart): boolean {
  return (
    !part.stuck &&
    !part.doubtful &&
    !part.undecided &&
    part.visitSeconds >= leastSent(part) &&
    part.highest < part.duration * 0.9
  );
}

/** Seconds of the title. A name that comes late is noticed at the next look. */
function leastSent({ lag, rate }: PartTruth): number {
  const noticed = lag > 0 ? lag + LOOK_SECONDS : 0;
  return 10 + (fair.start + noticed) * rate;
}

function mustNotSend(part: PartTruth): boolean {
  return part.playedSeconds + part.lost + fair.end * part.rate < 10;
}

function groupedByWork(viewings: readonly ViewingTruth[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const viewing of viewings.toSorted((a, b) => a.viewing - b.viewing)) {
    const key = [viewing.work.tmdb, viewing.work.number].join('|');
    const [first, ...others] = groups.get(key) ?? [];
    groups.set(key, first === undefined ? [viewing] : [first, ...others, viewing]);
  }
  return [...groups.values()];
}

function isOf({ media }: Pick<HistoryEntry, 'media'>, { work }: ViewingTruth): boolean {
  return (
    media.tmdbId === work.tmdb && media.episodeNumber === work.number && media.seasonNumber === work.season
  );
}

function describe({ work, sitting }: ViewingTruth): string {
  const numbers = work.number === undefined ? '' : ` S${work.season}E${work.number}`;
  return `sitting ${sitting.id}, ${work.film} ${work.type} ${work.tmdb}${numbers}`;
}

function brief(viewing: ViewingTruth) {
  return {
    want: expectation(viewing),
    parts: viewing.parts.map(
      ({ position, highest, duration, playedSeconds, visitSeconds, rate, killed, stuck, passed, at }) => ({
        position: round(position),
        highest: round(highest),
        duration: round(duration),
        played: round(playedSeconds),
        visit: round(visitSeconds),
        rate: round(rate),
        killed,
        stuck,
        passed: passed.length,
        at: new Date(at).toISOString().slice(14, 23),
      }),
    ),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
