import type { Database } from './database';

/** How often something may be done under a key, such as an address or an account, within a window of time. */
export interface Allowance {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** What is left of an allowance. */
export interface Remaining {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window ends; that of a whole window while nothing is used. */
  readonly resetMs: number;
}

export type Limits = ReturnType<typeof createLimits>;

interface Window {
  readonly used: number;
  readonly until: number;
}

/**
 * Limits on attempts. They are stored, so that several processes count together and a restart forgets
 * nothing.
 */
export function createLimits(db: Database, { now }: { now: () => number }) {
  const current = ({ key, windowMs }: Allowance): Window | undefined => {
    const window = db.one<Window>('SELECT used, until FROM limits WHERE key = ?', key);
    const leftMs = (window?.until ?? 0) - now();
    // A window that ends later than any that begins now was written while the clock was ahead.
    return leftMs > 0 && leftMs <= windowMs ? window : undefined;
  };
  const waitOf = (allowance: Allowance): number => {
    const window = current(allowance);
    return window !== undefined && window.used >= allowance.limit ? window.until - now() : 0;
  };
  return {
    /**
     * Counts one attempt under all of these keys, or under none of them: then the result is the milliseconds
     * to wait. Checked and counted in one transaction, so attempts at the same time count too.
     */
    take: (allowances: readonly Allowance[]): number =>
      db.transaction(() => {
        const waitMs = Math.max(0, ...allowances.map(waitOf));
        if (waitMs > 0) return waitMs;
        db.run('DELETE FROM limits WHERE until <= ?', now());
        for (const allowance of allowances) count(db, allowance, current(allowance), now());
        return 0;
      }),

    /** Takes one attempt back, such as one with the right password. */
    giveBack(allowances: readonly Allowance[]): void {
      for (const { key } of allowances)
        db.run('UPDATE limits SET used = used - 1 WHERE key = ? AND used > 0', key);
    },

    remaining(allowance: Allowance): Remaining {
      const { used = 0, until = now() + allowance.windowMs } = current(allowance) ?? {};
      const { limit } = allowance;
      return { limit, remaining: Math.max(0, limit - used), resetMs: until - now() };
    },
  };
}

function count(db: Database, { key, windowMs }: Allowance, window: Window | undefined, now: number): void {
  db.run(
    `INSERT INTO limits (key, used, until) VALUES (?, 1, ?)
     ON CONFLICT (key) DO UPDATE SET used = ?, until = excluded.until`,
    key,
    window?.until ?? now + windowMs,
    (window?.used ?? 0) + 1,
  );
}
