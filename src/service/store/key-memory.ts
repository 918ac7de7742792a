/** How long a key is not looked up again. What another process revokes is refused after that: 1 s. */
const LIFETIME_MS = 1000;
/** Keys in memory: more than are used in a second. */
const LIMIT = 1000;

export type KeyMemory<T> = ReturnType<typeof createKeyMemory<T>>;

/**
 * What was found for the keys of the last second: a client that records sends one request after the other.
 * Keys that were not found are looked up each time.
 */
export function createKeyMemory<T>() {
  const known = new Map<string, { readonly found: T; readonly until: number }>();
  /** Counts the calls of `clear`. */
  let generation = 0;
  return {
    /** What was found in the last second. */
    recall(key: string): T | undefined {
      const before = known.get(key);
      return before !== undefined && before.until > performance.now() ? before.found : undefined;
    },

    async find(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
      const began = generation;
      const found = await read();
      // What was read before a revocation is not what is stored after it.
      if (found === undefined || began !== generation) return found;
      if (known.size >= LIMIT) known.clear();
      known.set(key, { found, until: performance.now() + LIFETIME_MS });
      return found;
    },

    clear(): void {
      generation += 1;
      known.clear();
    },
  };
}
