import type { StoreNames } from 'idb';
import { vi } from 'vitest';
import type { MatineeSchema } from '../../../src/background/context/database';
import type { WorkerUnderTest } from './worker-under-test';

type Part = StoreNames<MatineeSchema>;

/** Lets writes to these stores fail, or with `null` every use of the database. Returns the repair. */
export function breakStorage(
  { database, context }: WorkerUnderTest,
  name: string,
  stores: readonly Part[] | null,
): () => void {
  const isBroken = (named: unknown) => [named].flat().some((one) => stores?.includes(one as Part) === true);
  const failing = new Proxy(database, {
    get(target, property) {
      const fail = (): never => {
        throw new DOMException('Broken by the test.', name);
      };
      if (stores === null) return fail();
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as (...values: readonly unknown[]) => unknown;
      if (property === 'transaction')
        return (...values: readonly unknown[]) =>
          values[1] === 'readwrite' && isBroken(values[0]) ? fail() : call(...values);
      if (!WRITES.has(property)) return call;
      return async (...values: readonly unknown[]) => (isBroken(values[0]) ? fail() : call(...values));
    },
  });
  const put = (is: typeof database) => Object.assign(context, { database: is });
  put(failing);
  return () => void put(database);
}

/** Nothing at all can be written, until the returned function is called. */
export function fillDisk(worker: WorkerUnderTest): () => void {
  const repair = breakStorage(worker, FULL, ['outbox', 'account', 'matches', 'activity', 'log']);
  const full = new DOMException('Broken by the test.', FULL);
  const set = vi.spyOn(worker.memory.local, 'set').mockRejectedValue(full);
  return () => {
    set.mockRestore();
    repair();
  };
}

const FULL = 'QuotaExceededError';
const WRITES: ReadonlySet<string | symbol> = new Set(['put', 'add', 'delete', 'clear']);
