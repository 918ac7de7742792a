import { judge } from '../oracle/judge';
import type { Program } from '../program/program';
import type { Services } from '../tracker/tracker';
import { createWorld, type Note, type World } from '../world';
import { act } from './actions';
import { preparedProfile } from './prepared';
import { closeTab, pass, type Viewer } from './person';
import { adoptQueue, askFromPage, signIn } from './incidents';
import type { Step } from './step';

export interface Outcome {
  readonly violations: readonly string[];
  /** What took effect. */
  readonly met: ReadonlySet<string>;
  readonly judged: ReadonlyMap<string, number>;
  /** Simulated steps and starts of the worker, for figures. */
  readonly tasks: number;
  readonly workers: number;
}

interface EveningOptions {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly program: Program;
  readonly services: Services;
  readonly note?: Note | undefined;
}

/** Runs one evening to its end, and lets the oracle judge what is stored afterwards. Synchronous. */
export function runEvening({ seed, steps, program, services, note }: EveningOptions): Outcome {
  const parts = { program, services };
  const world: World = createWorld({
    ...parts,
    seed,
    note: note && ((text) => note(`${timeOf(world)} ${text}`)),
    profile: (traits) => preparedProfile(parts, traits),
  });
  world.plannedSteps = steps.length;
  const viewer: Viewer = { world, tab: undefined, places: new Map() };
  world.truth.tokenGiven('ann');
  world.rearm();
  for (const step of steps) {
    world.note?.(`– ${JSON.stringify(step)}`);
    act(viewer, step);
  }
  world.note?.('– the evening ends');
  end(viewer);
  if (note) for (const row of rowsOf(world, 'log')) world.note?.(`log ${JSON.stringify(row)}`);
  const violations = [...judge(world, unsentOf(world)), ...uselessAlarms(world)];
  for (const violation of violations) world.note?.(`! ${violation}`);
  const { met, judged } = world;
  return { violations, met, judged, tasks: world.scheduler.steps(), workers: world.host.starts() };
}

/** Every tab is closed, every trouble is over, and everybody signs in once more. */
function end(viewer: Viewer): void {
  const { world } = viewer;
  const { truth } = world;
  for (const tab of world.tabs.values()) closeTab(world, tab);
  pass(world, 60);
  world.odd.length = 0;
  world.profile.failingWrites = 0;
  world.profile.disk.failingCommits = 0;
  const last = truth.account ?? world.approver;
  const people = new Set(truth.accountChanges.map(({ account }) => account));
  const other = last === 'ann' ? 'ben' : 'ann';
  for (const person of [last, ...(people.has(other) ? ([other] as const) : [])]) {
    // A token that was refused meanwhile is noticed by the first request only.
    for (let round = 0; round < 2; round++) {
      const isIn = truth.account === person;
      if (round === 1 && isIn && !hasPending(world)) break;
      if (!isIn) signIn(world, person);
      // A worker that was ended at its start, before it could set an alarm, is started by the popup.
      if (round === 1) askFromPage(world, 'outbox.list', {});
      // Where the tracker does not name people, the extension asks after a sign-in whose the queue is.
      const isAsked = truth.tokensAt.length > 1 && !people.has(other);
      if (isAsked && hasPending(world)) adoptQueue(world);
      pass(world, 14_400);
    }
  }
}

/** Whether an update waits, a tab has not ended, or a short title is undecided. */
function hasPending(world: World): boolean {
  const { session, disk } = world.profile;
  const undecided = disk.databases.get('matinee-values')?.stores.get('values')?.rows.get('undecided');
  return (
    rowsOf(world, 'outbox').length > 0 ||
    Object.keys(undecided ?? {}).length > 0 ||
    [...session.keys()].some((key) => key.startsWith('tab:'))
  );
}

/** Updates that nobody has to decide about, and that were not sent in hours. */
function unsentOf(world: World): readonly string[] {
  return rowsOf(world, 'outbox').flatMap((row) => {
    const { parked, match, trouble, crossing, item } = row as {
      parked?: boolean;
      match?: { state: string };
      trouble?: { code: string };
      crossing?: object;
      item: object;
    };
    if (parked !== true || crossing === undefined) return [];
    return world.truth.refused.length > 0 || match?.state === 'review'
      ? []
      : [`${JSON.stringify(item)} is parked (${trouble?.code ?? 'no trouble'})`];
  });
}

/** Alarms that wake the worker every minute for nothing, hours later. */
function uselessAlarms(world: World): readonly string[] {
  if (hasPending(world) || world.profile.failingWrites > 0) return [];
  return [...world.profile.alarms]
    .filter(([name, { when }]) => name !== 'catalogue' && when < world.browserTime() + 120_000)
    .map(([name]) => `the alarm ${name} rings on`);
}

function rowsOf({ profile }: World, store: string): readonly unknown[] {
  return [...(profile.disk.databases.get('matinee')?.stores.get(store)?.rows.values() ?? [])];
}

function timeOf({ scheduler }: World): string {
  return `${(scheduler.now() / 1000).toFixed(1).padStart(8)} s`;
}
