import { startCooldown, noCooldown, type Cooldown } from '../../src/core/outbox/backoff';
import { jitteredInterval } from '../../src/core/session/tab-watch';
import { defaultSettings } from '../../src/core/settings/settings';
import { minimumPlaySeconds } from '../../src/core/session/thresholds';
import { crossingSecond } from '../../src/core/session/watched-threshold';

export interface FleetOptions {
  readonly viewers: number;
  readonly seed: number;
  /** `false`: a client without throttle, with a fixed interval and a new attempt every 30 s. */
  readonly spread: boolean;
}

/** Requests per second at the service, unless stated otherwise. */
export interface FleetResult {
  readonly viewers: number;
  readonly requests: number;
  /** Mean of the six hours. */
  readonly mean: number;
  /** Maximum outside of the outage and the ten minutes after it. */
  readonly peak: number;
  /** Mean of the ten minutes before the outage. */
  readonly before: number;
  /** Attempts during the outage: mean and maximum. */
  readonly during: { readonly mean: number; readonly peak: number };
  /**
   * Maximum of the ten minutes after the outage, and the seconds until the rate stays within 25 % of
   * `before`.
   */
  readonly after: { readonly peak: number; readonly settledSeconds: number };
  /** Duration of the simulation in seconds. */
  readonly took: number;
}

/**
 * Simulates the requests from 18:00 to midnight. A third of the viewers start within a minute from 20:15, a
 * sixth in the first 30 minutes, the others at random times. Each watches 45 to 120 minutes with some pauses.
 * From 21:00 to 21:10 the service is down. Each viewer is simulated alone, with the functions of `core` that
 * the worker uses, and the requests of all are counted per second.
 */
export function runFleet({
  viewers = 1_000_000,
  seed = 1,
  spread = true,
}: Partial<FleetOptions> = {}): FleetResult {
  const begun = performance.now();
  const random = createRandom(seed);
  const perSecond = new Uint32Array(simulatedSeconds);
  for (let viewer = 0; viewer < viewers; viewer++) watchOneFilm(perSecond, viewer, spread, random);
  const [start, end] = outage;
  const undisturbed = perSecond.map((count, second) =>
    second >= start && second < end + afterwards ? 0 : count,
  );
  const before = mean(perSecond.subarray(start - afterwards, start));
  const requests = sum(perSecond);
  return {
    viewers,
    requests,
    mean: requests / simulatedSeconds,
    peak: most(undisturbed),
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
  const until = Math.min(begin + length, simulatedSeconds);
  // One resolve request and the first update, after ten seconds.
  let outbox = attempt(perSecond, empty, begin + minimumPlaySeconds, 2, spread, random);
  const crossing = begin + crossingSecond(length);
  for (let at = begin + minimumPlaySeconds + interval; at < until; at += interval) {
    if (at >= crossing) break;
    // On average one pause in 20 minutes; the pause is sent, and the interval starts again.
    const paused = random() < interval / 1_200;
    if (outbox === empty && (at < outage[0] || at >= outage[1])) {
      const second = Math.floor(at);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
    } else {
      outbox = catchUp(perSecond, outbox, at, spread, random);
      outbox = attempt(perSecond, outbox, at, 1, spread, random);
    }
    if (paused) at += random() * 300;
  }
  outbox = catchUp(perSecond, outbox, crossing, spread, random);
  outbox = attempt(perSecond, outbox, crossing, 1, spread, random);
  catchUp(perSecond, outbox, simulatedSeconds, spread, random);
}

/** The outbox of one client. It keeps one position, however many were stored during the cooldown. */
interface Outbox {
  readonly cooldown: Cooldown;
  /** Number of requests that wait for the end of the cooldown. */
  readonly waiting: number;
}

const empty: Outbox = { cooldown: noCooldown, waiting: 0 };

/** Handles the alarms before the next update. */
function catchUp(
  perSecond: Uint32Array,
  before: Outbox,
  until: number,
  spread: boolean,
  random: () => number,
): Outbox {
  let outbox = before;
  while (outbox.waiting > 0 && outbox.cooldown.until / 1000 < until)
    outbox = attempt(perSecond, outbox, outbox.cooldown.until / 1000, outbox.waiting, spread, random);
  return outbox;
}

function attempt(
  perSecond: Uint32Array,
  { cooldown, waiting }: Outbox,
  at: number,
  requests: number,
  spread: boolean,
  random: () => number,
): Outbox {
  if (cooldown.until / 1000 > at) return { cooldown, waiting: Math.max(waiting, 1) };
  const second = Math.floor(at);
  if (second >= simulatedSeconds) return empty;
  const isDown = second >= outage[0] && second < outage[1];
  perSecond[second] = (perSecond[second] ?? 0) + (isDown ? 1 : requests);
  if (!isDown) return empty;
  const next = spread
    ? startCooldown(cooldown, at * 1000, random(), { offline: true })
    : { attempts: 1, until: (at + shortestAlarm) * 1000 };
  // The earliest time of an alarm is 30 s from now.
  return {
    cooldown: { ...next, until: Math.max(next.until, (at + shortestAlarm) * 1000) },
    waiting: Math.max(waiting, requests),
  };
}

/** Start of a viewer in seconds since 18:00. */
function startOf(random: () => number): number {
  const kind = random();
  if (kind < 1 / 3) return premiere + random() * 60;
  if (kind < 0.5) return random() * 1_800;
  return random() * (simulatedSeconds - 5_400);
}

/** Mulberry32: the same numbers for the same seed. */
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
const simulatedSeconds = 6 * 3_600;
const premiere = 2.25 * 3_600;
const outage = [3 * 3_600, 3 * 3_600 + 600] as const;
const afterwards = 600;
const shortestAlarm = 30;
