import type { Queries } from './engine/database';

/** Interval of the check whether any process has revoked a key: 1 s. */
const LOOK_MS = 1000;

/** Cache lifetime of a key, in case it was revoked without `noteEndedKeys`: 10 min. */
const LIFETIME_MS = 600_000;

/** Maximum cached keys, enough for the people who watch at the same time. The oldest is dropped. */
const LIMIT = 50_000;

export type KeyMemory<T> = ReturnType<typeof createKeyMemory<T>>;

/**
 * Tells all processes that keys were revoked. Call it in the transaction that revokes them. `mark`: a new
 * value each time.
 */
export async function noteEndedKeys(tx: Queries, mark: string): Promise<void> {
  await tx.run(
    `INSERT INTO facts (name, value) VALUES ('keys-ended', ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    mark,
  );
}

/**
 * Caches the results for keys until any process revokes a key. Recording clients send a request every few
 * minutes, so one check per second for all keys costs less than one per request. Unknown keys are looked up
 * each time.
 */
export function createKeyMemory<T>(db: Queries) {
  const known = new Map<string, Readonly<{ found: T; until: number }>>();
  /** The number of calls of `clear`, by which `find` notices a call during its read. */
  let generation = 0;
  let mark: string | undefined;
  let looked = -Infinity;
  let looking: Promise<void> | undefined;
  const clear = (): void => {
    generation += 1;
    known.clear();
  };
  const look = async (): Promise<void> => {
    const began = performance.now();
    const row = await db.one<{ value: string }>(`SELECT value FROM facts WHERE name = 'keys-ended'`);
    if (row?.value !== mark) clear();
    mark = row?.value;
    looked = began;
  };
  return {
    async find(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
      if (performance.now() - looked >= LOOK_MS)
        await (looking ??= look().finally(() => (looking = undefined)));
      const before = known.get(key);
      if (before !== undefined && before.until > performance.now()) return before.found;
      const began = generation;
      const found = await read();
      // A result that was read before a revocation must not be cached after it.
      if (found === undefined || began !== generation) return found;
      const [oldest] = known.size >= LIMIT ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      known.set(key, { found, until: performance.now() + LIFETIME_MS });
      return found;
    },

    clear,
  };
}

/**
 * Stores the time of a use without delaying the answer. If storing fails, such as on a full disk, requests
 * still succeed, and a later use stores its time.
 */
export function createUseNotes() {
  /** Writes in progress. Parallel requests of a person would write the same. */
  const open = new Set<string>();
  return (of: string, write: () => Promise<unknown>): void => {
    if (open.has(of)) return;
    open.add(of);
    void write()
      .catch(() => undefined)
      .finally(() => open.delete(of));
  };
}

export type NoteUse = ReturnType<typeof createUseNotes>;
