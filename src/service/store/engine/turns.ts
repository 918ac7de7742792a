import { UnavailableError } from './database';

/** Most that wait for the turn of one key; those beyond are refused. */
const QUEUE_LIMIT = 500;

/** Runs works of the same key one after the other, those of different keys at the same time. */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    queues.set(key, queue);
    queue.length += 1;
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key);
    }
  };
}
