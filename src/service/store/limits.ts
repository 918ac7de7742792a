import type { Database, Queries } from './engine/database';
import {
  createChallenge,
  createSecret,
  endOfChallenge,
  hashSecret,
  type RandomBytes,
} from '../secrets/secret';
import { ensureFact } from './facts';

/** How often something may be done under a key, such as an address or an account, within a window of time. */
export type RateLimit = Readonly<{
  key: string;
  limit: number;
  windowMs: number;
}>;

/** What is left of an allowance. */
export type Remaining = Readonly<{
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends; a whole window if nothing is used. */
  resetMs: number;
}>;

export type Limits = ReturnType<typeof createLimits>;

type Window = Readonly<{
  used: number;
  until: number;
}>;

/** Milliseconds between two deletions of windows that have ended. */
const TIDY_INTERVAL_MS = 60_000;

/** Rolls back a transaction in which an allowance was used up. */
class UsedUp extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('used up');
    this.waitMs = waitMs;
  }
}

/**
 * Limits on attempts. They are stored, so that several processes count together and a restart forgets
 * nothing.
 */
export function createLimits(db: Database, { now }: { now: () => number }) {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const tidy = async () => {
    if (Math.abs(now() - tidiedAt) < TIDY_INTERVAL_MS) return;
    tidiedAt = now();
    await db.run('DELETE FROM limits WHERE until <= ?', now());
  };
  return {
    /**
     * Counts one attempt under all of these keys and returns 0. If a limit is reached, counts nothing and
     * returns the milliseconds to wait. One transaction counts, so concurrent attempts count too.
     */
    async take(allowances: RateLimit[]): Promise<number> {
      await tidy();
      try {
        await db.transaction((tx) => countAll(tx, allowances, now()));
        return 0;
      } catch (error) {
        if (error instanceof UsedUp) return error.waitMs;
        throw error;
      }
    },

    /** Removes one attempt from the count, such as one with the right password. */
    giveBack: (allowances: RateLimit[]) =>
      db.transaction(async (tx) => {
        for (const { key } of allowances)
          await tx.run('UPDATE limits SET used = used - 1 WHERE key = ? AND used > 0', key);
      }),

    async remaining({ key, limit, windowMs }: RateLimit): Promise<Remaining> {
      const window = await db.one<Window>('SELECT used, until FROM limits WHERE key = ?', key);
      const leftMs = (window?.until ?? 0) - now();
      if (window === undefined || leftMs <= 0 || leftMs > windowMs)
        return { limit, remaining: limit, resetMs: windowMs };
      return { limit, remaining: Math.max(0, limit - window.used), resetMs: leftMs };
    },
  };
}

/** Counts an attempt under each key. Throws `UsedUp` if a limit is exceeded. */
async function countAll(tx: Queries, allowances: RateLimit[], now: number): Promise<void> {
  let waitMs = 0;
  for (const allowance of allowances) {
    const { used, until } = await count(tx, allowance, now);
    if (used > allowance.limit) waitMs = Math.max(waitMs, until - now);
  }
  if (waitMs > 0) throw new UsedUp(waitMs);
}

/**
 * Counts in the current window, or begins a new one. A stored window that would end after a new one is
 * replaced: the clock was ahead when it began.
 */
async function count(tx: Queries, { key, windowMs }: RateLimit, now: number): Promise<Window> {
  const isOver = '(limits.until <= ? OR limits.until > excluded.until)';
  const window = await tx.one<Window>(
    `INSERT INTO limits (key, used, until) VALUES (?, 1, ?)
     ON CONFLICT (key) DO UPDATE SET
       used = CASE WHEN ${isOver} THEN 1 ELSE limits.used + 1 END,
       until = CASE WHEN ${isOver} THEN excluded.until ELSE limits.until END
     RETURNING used, until`,
    key,
    now + windowMs,
    now,
    now,
  );
  if (window === undefined) throw new Error('a row that was just written is missing');
  return window;
}

/** How long a challenge is valid, while its page is open: 10 min. */
const LIFETIME_MS = 600_000;

/** Challenges for passkeys. A challenge is stored only when it is used, which prevents a second use. */
export function createChallenges(
  db: Database,
  { now, random, limits }: { now: () => number; random: RandomBytes; limits: Limits },
) {
  let known: string | undefined;
  const key = async () => (known ??= await ensureFact(db, 'challenge-key', () => createSecret(random)));
  return {
    /** `purpose`: what the signature is for, such as the sign-in. */
    open: async (purpose: string): Promise<string> =>
      createChallenge(await key(), purpose, now() + LIFETIME_MS, random),

    /** Uses a challenge. False: it is not for this purpose, has expired, or was used before. */
    async take(challenge: string, purpose: string): Promise<boolean> {
      const until = endOfChallenge(await key(), purpose, challenge);
      if (until === undefined || until <= now() || until > now() + LIFETIME_MS) return false;
      const once = { key: `challenge ${hashSecret(challenge)}`, limit: 1, windowMs: LIFETIME_MS };
      return (await limits.take([once])) === 0;
    },
  };
}
