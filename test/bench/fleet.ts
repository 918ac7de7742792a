import { startCooldown, noCooldown, type Cooldown } from '../../src/core/outbox/backoff';
import { jitteredInterval } from '../../src/core/session/heartbeat-jitter';
import { defaultSettings } from '../../src/core/settings/settings';
import { minimumPlaySeconds } from '../../src/core/session/thresholds';
import { crossingSecond } from '../../src/core/session/watched-threshold';

export interface FleetOptions {
  readonly viewers: number;
  readonly seed: number;
  /** What a client without our throttle does: a fixed interval, and a new attempt every half minute. */
  readonly spread: boolean;
}

/** Requests per second at the service. */
export interface FleetResult {
  readonly viewers: number;
  readonly requests: number;
  /** Over the six hours. */
  readonly mean: number;
  /** The busiest second outside of the outage and the ten minutes after it. */
  readonly peak: number;
  /** Mean of the ten minutes before the outage. */
  readonly before: number;
  /** Attempts that met the dead service: mean and busiest second. */
  readonly during: { readonly mean: number; readonly peak: number };
  /**
   * The busiest second of the ten minutes after it came back, and the seconds until it stays within a quarter
   * of `before`.
   */
  readonly after: { readonly peak: number; readonly settledSeconds: number };
  /** Seconds that the simulation took. */
  readonly took: number;
}

/**
 * An evening on paper: a third of the viewers start at 20:15 to the minute, a sixth in the first half hour
 * after 18:00, the others when they like. Each watches 45 to 120 minutes with some pauses. From 21:00 to
 * 21:10 the service is dead. Each viewer is played through alone, with the very code that the worker uses;
 * what they do together is counted in seconds.
 */
export function runFleet({
  viewers = 1_000_000,
  seed = 1,
  spread = true,
}: Partial<FleetOptions> = {}): FleetResult {
  const begun = performance.now();
  const random = createRandom(seed);
  const perSecond = new Uint32Array(evening);
  for (let viewer = 0; viewer < viewers; viewer++) watchOneFilm(perSecond, viewer, spread, random);
  const [start, end] = outage;
  const calm = perSecond.map((count, second) => (second >= start && second < end + afterwards ? 0 : count));
  const before = mean(perSecond.subarray(start - afterwards, start));
  const requests = sum(perSecond);
  return {
    viewers,
    requests,
    mean: requests / evening,
    peak: most(calm),
    before,
    during: { mean: mean(perSecond.subarray(start, end)), peak: most(perSecond.subarray(start, end)) },
    after: {
      peak: most(perSecond.subarray(end, end + afterwards)),
      settledSeconds: settled(perSecond.subarray(end, end + afterwards), before),
    },
    took: (performance.now() - begun) / 1000,
  };
}

function watchOneFilm(perSecond: Uint32Array, viewer: number, spread: boolean, random: () => number): void {
  const begin = startOf(random);
  const length = 2_700 + random() * 4_500;
  const interval = spread
    ? jitteredInterval(defaultSettings.interval, `viewer-${viewer}`)
    : defaultSettings.interval;
  const until = Math.min(begin + length, evening);
  // One question about the title, and the first update, ten seconds in.
  let line = attempt(perSecond, quiet, begin + minimumPlaySeconds, 2, spread, random);
  const crossing = begin + crossingSecond(length);
  for (let at = begin + minimumPlaySeconds + interval; at < until; at += interval) {
    if (at >= crossing) break;
    // Somebody pauses every twenty minutes or so; the pause is told, and the interval begins anew.
    const paused = random() < interval / 1_200;
    if (line === quiet && (at < outage[0] || at >= outage[1])) {
      const second = Math.floor(at);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
    } else {
      line = catchUp(perSecond, line, at, spread, random);
      line = attempt(perSecond, line, at, 1, spread, random);
    }
    if (paused) at += random() * 300;
  }
  line = catchUp(perSecond, line, crossing, spread, random);
  line = attempt(perSecond, line, crossing, 1, spread, random);
  catchUp(perSecond, line, evening, spread, random);
}

/**
 * What one client has to say and when it may: the outbox keeps one position, however many were stored
 * meanwhile.
 */
interface Line {
  readonly gate: Cooldown;
  readonly waiting: number;
}

const quiet: Line = { gate: noCooldown, waiting: 0 };

/** The alarms that ring before the next update. */
function catchUp(
  perSecond: Uint32Array,
  before: Line,
  until: number,
  spread: boolean,
  random: () => number,
): Line {
  let line = before;
  while (line.waiting > 0 && line.gate.until / 1000 < until)
    line = attempt(perSecond, line, line.gate.until / 1000, line.waiting, spread, random);
  return line;
}

function attempt(
  perSecond: Uint32Array,
  { gate, waiting }: Line,
  at: number,
  requests: number,
  spread: boolean,
  random: () => number,
): Line {
  if (gate.until / 1000 > at) return { gate, waiting: Math.max(waiting, 1) };
  const second = Math.floor(at);
  if (second >= evening) return quiet;
  const dead = second >= outage[0] && second < outage[1];
  perSecond[second] = (perSecond[second] ?? 0) + (dead ? 1 : requests);
  if (!dead) return quiet;
  const closed = spread
    ? startCooldown(gate, at * 1000, random(), { offline: true })
    : { attempts: 1, until: (at + shortestAlarm) * 1000 };
  // An alarm does not ring sooner than half a minute from now.
  return {
    gate: { ...closed, until: Math.max(closed.until, (at + shortestAlarm) * 1000) },
    waiting: Math.max(waiting, requests),
  };
}

/** Seconds since 18:00. */
function startOf(random: () => number): number {
  const kind = random();
  if (kind < 1 / 3) return premiere + random() * 60;
  if (kind < 0.5) return random() * 1_800;
  return random() * (evening - 5_400);
}

/** Mulberry32: the same evening for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function settled(counts: Uint32Array, usual: number): number {
  for (let second = counts.length - 10; second > 0; second -= 10)
    if (mean(counts.subarray(second, second + 10)) > usual * 1.25) return second + 10;
  return 0;
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0);
}

function mean(counts: Uint32Array): number {
  return sum(counts) / counts.length;
}

function most(counts: Uint32Array): number {
  return counts.reduce((highest, count) => Math.max(highest, count), 0);
}

/** 18:00 to midnight, in seconds. */
const evening = 6 * 3_600;
const premiere = 2.25 * 3_600;
const outage = [3 * 3_600, 3 * 3_600 + 600] as const;
const afterwards = 600;
const shortestAlarm = 30;
