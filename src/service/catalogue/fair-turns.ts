import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import { CatalogueError } from './catalogue';

/** Lets requests to a source begin one after the other, at the rate that the source allows. */
export interface Pace {
  /** Resolves when the request may begin. Rejects with a `CatalogueError` if it would wait too long. */
  admit(): Promise<void>;
  /** Refuses all requests for this time with a `CatalogueError` of this code. */
  pause(ms: number, reason: 'busy' | 'unreachable'): void;
}

/** The person for whom a request is answered; empty if nobody is signed in. */
const current = new AsyncLocalStorage<{ person: string }>();

/** Gives every request of `inner` a place in which `noteAsker` notes the person. */
export function withAsker(inner: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => current.run({ person: '' }, () => inner(c, next));
}

/** From now on, the current request counts as this person's. */
export function noteAsker(person: string): void {
  const asker = current.getStore();
  if (asker !== undefined) asker.person = person;
}

type TurnOptions = Readonly<{
  /** Limit of waiting requests per person. */
  most: number;
  longestWaitMs: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}>;

type Waiting = Readonly<{
  since: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}>;

/**
 * Lets people take turns: a thousand questions of one person delay another person's question by only one
 * request. A request that would wait too long is refused.
 */
export function fairly(
  pace: Pace,
  { most, longestWaitMs, now = () => performance.now() }: TurnOptions,
): Pace {
  /** Waiting requests by person, in the order of their next turns. */
  const queues = new Map<string, Waiting[]>();
  let isServing = false;
  const busy = () => new CatalogueError('busy', 'Too many questions wait', { retryAfterMs: longestWaitMs });

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    for (let one = takeNext(queues); one !== undefined; one = takeNext(queues))
      try {
        if (now() - one.since > longestWaitMs) throw busy();
        await pace.admit();
        one.resolve();
      } catch (error) {
        one.reject(error);
      }
    isServing = false;
  }

  return {
    async admit() {
      const person = current.getStore()?.person ?? '';
      const queue = queues.get(person) ?? [];
      if (queue.length >= most) throw busy();
      queues.set(person, queue);
      await new Promise<void>((resolve, reject) => {
        queue.push({ since: now(), resolve, reject });
        void serve();
      });
    },
    pause: (ms, reason) => {
      pace.pause(ms, reason);
    },
  };
}

/** Takes the next request. Its person then goes to the end of the line. */
function takeNext(queues: Map<string, Waiting[]>): Waiting | undefined {
  const [next] = queues;
  if (next === undefined) return undefined;
  const [person, queue] = next;
  const one = queue.shift();
  queues.delete(person);
  if (queue.length > 0) queues.set(person, queue);
  return one;
}
