import { cloneJson } from '../kernel/clone';
import type { Task } from '../kernel/scheduler';
import type { World } from '../world';
import {
  createExtensionApi,
  createWorkerEvents,
  extensionId,
  extensionRoot,
  type EventName,
  type WorkerEvents,
} from './extension-api';
import { createMemoryIdb, memoryKeyRange } from './memory-database';
import { createRawIndexedDb } from './raw-database';
import { createWorkerLife, type WorkerLife } from './worker-life';

/** What the browser does with the worker: starts it for an event, and ends it when it rests. */
export interface WorkerHost {
  /**
   * Dispatches an event to the worker, and starts it if none runs and it is registered for the event. What
   * installs the extension starts it always.
   */
  readonly emit: (event: EventName, ...values: readonly unknown[]) => void;
  /**
   * Sends a message, of which the caller keeps nothing, to the worker. The answer is undefined when the worker
   * ends before it.
   */
  readonly ask: (message: unknown, sender: object) => Promise<unknown>;
  readonly kill: () => void;
  /** The worker ends at the step with this number, counted from now, whatever it does then. */
  readonly killAt: (step: number) => void;
  readonly isRunning: () => boolean;
  readonly starts: () => number;
}

/** The browser ends a worker this long after its last event or call: 30 s in Chromium. */
const IDLE_MILLISECONDS = 30_000;

/** Why the worker refuses a message by its form, which nothing that the extension itself sends may have. */
function unknownMessage(answer: unknown): string | undefined {
  const { error } = answer as { readonly error?: { readonly code: string; readonly message: string } };
  return error?.code === 'invalid-input' || error?.code === 'unknown-message' ? error.message : undefined;
}

/**
 * Nothing starts a worker again that ends before it has registered its scripts for a new version. One that ends
 * afterwards, and before it has started them in the open pages, does so at its next alarm: until then those are
 * not heard. A token that has arrived may not be stored: the one before is in force until the tracker is asked
 * again.
 */
function doubtCutOff({ profile, tabs, truth, scheduler }: World): void {
  const why = 'an update was cut off';
  if (profile.scripts === undefined) truth.tell({ kind: 'doubt', title: undefined, why });
  for (const { page } of tabs.values())
    if (page?.text && page.frames.some(({ isOrphaned }) => isOrphaned.value))
      truth.tell({ kind: 'doubt', title: page.text, why });
  if (truth.accountChanges.some(({ at }) => at > scheduler.now() - SIGN_IN_MILLISECONDS))
    truth.tell({ kind: 'doubt', title: undefined, why: 'a sign-in was cut off' });
}

/** In which an answer with a token is stored. */
const SIGN_IN_MILLISECONDS = 1_000;

interface Running {
  readonly life: WorkerLife;
  readonly events: WorkerEvents;
}

export function createWorkerHost(world: World): WorkerHost {
  const { scheduler, program, random } = world;
  let running: Running | undefined;
  let idle: Task | undefined;
  let stepsLeft = Infinity;
  let starts = 0;
  // A worker that is ended removes nothing: what it listened to then starts the next one.
  const isRegistered = (name: EventName) => world.profile.listeners.has(name);
  const register = (life: WorkerLife, name: EventName, hasListeners: boolean) => {
    if (!life.alive) return;
    if (hasListeners) world.profile.listeners.add(name);
    else world.profile.listeners.delete(name);
  };

  function start(): Running {
    if (running) return running;
    starts++;
    const startedAt = scheduler.now();
    const events = createWorkerEvents((name, hasListeners) => register(life, name, hasListeners));
    const isLast = () => {
      if (--stepsLeft > 0) return false;
      stepsLeft = Infinity;
      world.met.add('kill-worker-at');
      world.note?.('the worker ends in the middle of a step');
      world.truth.tell({ kind: 'break', why: 'the worker ends in the middle of a step', repeats: true });
      doubtCutOff(world);
      return true;
    };
    const life = createWorkerLife(scheduler, isLast, () => {
      running = undefined;
      scheduler.cancel(idle);
    });
    running = { life, events };
    const api = createExtensionApi(world, life, events);
    const idb = createMemoryIdb({ disk: world.profile.disk, scheduler, life });
    program.startWorker({
      api,
      idb,
      indexedDB: createRawIndexedDb(idb),
      keyRange: memoryKeyRange,
      now: () => world.browserTime(),
      monotonic: () => scheduler.now() - startedAt,
      setTimeout: life.setTimeout,
      clearTimeout: life.clearTimeout,
      fetch: (input, init) => world.fetchFromWorker(life, input, init),
      random: random.next,
    });
    watchIdle();
    return { life, events };
  }

  function watchIdle(): void {
    const life = running?.life;
    if (life === undefined) return;
    const left = life.lastUsed() + IDLE_MILLISECONDS - scheduler.now();
    idle = scheduler.after(left, () => {
      if (running?.life !== life) return;
      if (life.lastUsed() + IDLE_MILLISECONDS > scheduler.now()) watchIdle();
      else life.end();
    });
  }

  return {
    emit(event, ...values) {
      if (!world.browserRuns || !(event === 'installed' || isRegistered(event))) return;
      const { life, events } = start();
      if (events[event].size() === 0) return;
      life.touch();
      events[event].emit(...values);
    },
    ask(message, sender) {
      if (!world.browserRuns || !isRegistered('message')) return Promise.resolve(undefined);
      world.note?.(`message ${JSON.stringify(message)}`);
      const { life, events } = start();
      life.touch();
      return new Promise((resolve) => {
        let answered = false;
        const respond = (answer: unknown) => {
          if (answered || !life.alive) return;
          answered = true;
          world.note?.(`  answered ${JSON.stringify(answer)}`);
          const problem = unknownMessage(answer);
          if (problem !== undefined) world.unknownMessages.push(`${JSON.stringify(message)}: ${problem}`);
          scheduler.after(1, () => resolve(cloneJson(answer)));
        };
        life.onEnd(() => {
          if (answered) return;
          answered = true;
          scheduler.after(1, () => resolve(undefined));
        });
        events.message.emit(message, { id: extensionId, origin: extensionRoot, ...sender }, respond);
      });
    },
    kill: () => running?.life.end(),
    killAt: (step) => void (stepsLeft = step),
    isRunning: () => running !== undefined,
    starts: () => starts,
  };
}
