import { drainMicrotasks } from './drain';

/** A task of the simulated world. */
export interface Task {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** The one clock of a simulated world, and everything that waits for it. */
export interface Scheduler {
  /** Milliseconds since the evening began; stands still while the computer sleeps. */
  readonly now: () => number;
  /** Runs once after `delay` milliseconds. */
  readonly after: (delay: number, run: () => void) => Task;
  readonly cancel: (task: Task | undefined) => void;
  /** Runs when the task that runs now and all its microtasks are done, before the next task. */
  readonly whenDone: (run: () => void) => void;
  /** Runs every task of the next `duration` milliseconds in order, with the microtasks of each. */
  readonly pass: (duration: number) => void;
  /** Number of tasks that ran. */
  readonly steps: () => number;
}

/** A world in which nothing may run for ever: more tasks than these in one evening are a loop. */
const MOST_STEPS = 400_000;

export function createScheduler(): Scheduler {
  const heap: Task[] = [];
  let now = 0;
  let order = 0;
  let steps = 0;
  let concluding: (() => void)[] = [];

  function conclude(): void {
    drainMicrotasks();
    while (concluding.length > 0) {
      const due = concluding;
      concluding = [];
      for (const run of due) run();
      drainMicrotasks();
    }
  }

  function pass(duration: number): void {
    const until = now + duration;
    conclude();
    for (let next = heap[0]; next !== undefined && next.at <= until; next = heap[0]) {
      takeFirst(heap);
      if (next.run === undefined) continue;
      now = Math.max(now, next.at);
      if (++steps > MOST_STEPS) throw new Error('the simulated world does not come to rest');
      next.run();
      conclude();
    }
    now = until;
  }

  return {
    now: () => now,
    after(delay, run) {
      const task: Task = { at: now + Math.max(0, delay), order: order++, run };
      insert(heap, task);
      return task;
    },
    cancel(task) {
      if (task) task.run = undefined;
    },
    whenDone: (run) => void concluding.push(run),
    pass,
    steps: () => steps,
  };
}

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function insert(heap: Task[], task: Task): void {
  let index = heap.push(task) - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Task;
    if (!isBefore(task, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = task;
}

function takeFirst(heap: Task[]): void {
  const last = heap.pop() as Task;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let below = 2 * index + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Task, heap[below] as Task)) below++;
    const child = heap[below] as Task;
    if (!isBefore(child, last)) break;
    heap[index] = child;
    index = below;
  }
  heap[index] = last;
}
