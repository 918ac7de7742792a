import type { Scheduler, Task } from '../kernel/scheduler';

/** One life of the worker, from its start until the browser, a fault or the idle limit ends it. */
export interface WorkerLife {
  readonly alive: boolean;
  /** Something of the extension API was used: the browser counts the idle time anew. */
  readonly touch: () => void;
  /** Counts one step that may be the last of this life; true when it was. */
  readonly reaches: (kind: string) => boolean;
  /** Calls back when this life ends. */
  readonly onEnd: (callback: () => void) => void;
  readonly setTimeout: (
    run: (...values: readonly unknown[]) => void,
    delay?: number,
    ...values: readonly unknown[]
  ) => Task;
  readonly clearTimeout: (task: Task | undefined) => void;
  readonly end: () => void;
  readonly lastUsed: () => number;
}

/** `isLast` decides at each step whether the life ends there. */
export function createWorkerLife(
  scheduler: Scheduler,
  isLast: (kind: string) => boolean,
  ended: () => void,
): WorkerLife {
  const callbacks: (() => void)[] = [];
  let alive = true;
  let lastUsed = scheduler.now();
  const end = () => {
    if (!alive) return;
    alive = false;
    for (const callback of callbacks) callback();
    ended();
  };
  return {
    get alive() {
      return alive;
    },
    touch: () => void (lastUsed = scheduler.now()),
    lastUsed: () => lastUsed,
    reaches(kind) {
      if (!alive) return true;
      if (!isLast(kind)) return false;
      end();
      return true;
    },
    onEnd(callback) {
      if (alive) callbacks.push(callback);
      else callback();
    },
    setTimeout: (run, delay = 0, ...values) => scheduler.after(delay, () => alive && run(...values)),
    clearTimeout: (task) => scheduler.cancel(task),
    end,
  };
}
