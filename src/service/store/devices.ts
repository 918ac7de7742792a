import { createSecret, createUserCode, hashSecret, normaliseUserCode, type RandomBytes } from '../secrets';
import type { Database } from './database';

export type Devices = ReturnType<typeof createDevices>;

/** What polling with a device code finds. `approved` is to be answered with a token and noted with `issued`. */
export type Poll =
  | {
      readonly state: 'approved';
      readonly userId: number;
      readonly name: string;
      readonly earlier: string | undefined;
    }
  | { readonly state: 'pending' | 'slow-down' | 'denied' | 'expired' | 'unknown' };

/** RFC 8628, 3.5: what a poll that came too soon adds to the interval. */
const slowDownMs = 5000;
/** A poll may come this much early: clocks and networks are not exact. */
const toleranceMs = 500;
/** How long a device whose token was lost on the way may ask once more; the lost token ends with that. */
const repeatMs = 120_000;

/** Devices that wait to be approved. Both codes are kept hashed. */
export function createDevices(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    open(name: string, lifetimeMs: number, intervalMs: number): { deviceCode: string; userCode: string } {
      const deviceCode = createSecret(random);
      const userCode = createUserCode(random);
      // Kept a while after their end, so that the device is told "expired" and not "unknown".
      db.run('DELETE FROM devices WHERE expires_at <= ?', now() - 3600_000);
      db.run(
        `INSERT INTO devices (hash, user_code_hash, name, state, interval_ms, created_at, expires_at) VALUES (?, ?, ?, 'pending', ?, ?, ?)`,
        hashSecret(deviceCode),
        hashSecret(userCode),
        name,
        intervalMs,
        now(),
        now() + lifetimeMs,
      );
      return { deviceCode, userCode };
    },

    /** The name of the device that waits under this code. */
    waiting: (typedCode: string) =>
      db.one<{ name: string }>(
        `SELECT name FROM devices WHERE user_code_hash = ? AND state = 'pending' AND expires_at > ?`,
        hashSecret(normaliseUserCode(typedCode)),
        now(),
      )?.name,

    /** False: no such code waits. */
    decide(typedCode: string, userId: number, state: 'approved' | 'denied'): boolean {
      return db.transaction(() => {
        if (this.waiting(typedCode) === undefined) return false;
        db.run(
          'UPDATE devices SET state = ?, user_id = ? WHERE user_code_hash = ?',
          state,
          userId,
          hashSecret(normaliseUserCode(typedCode)),
        );
        return true;
      });
    },

    poll(deviceCode: string): Poll {
      return db.transaction(() => {
        const hash = hashSecret(deviceCode);
        const device = db.one<Row>(
          'SELECT state, name, user_id AS userId, interval_ms AS intervalMs, polled_at AS polledAt, expires_at AS expiresAt, used_at AS usedAt, token_hash AS tokenHash FROM devices WHERE hash = ?',
          hash,
        );
        if (device === undefined || (device.usedAt !== null && device.usedAt + repeatMs <= now()))
          return { state: 'unknown' };
        if (device.expiresAt <= now()) return { state: 'expired' };
        if (device.polledAt !== null && now() - device.polledAt < device.intervalMs - toleranceMs) {
          db.run(
            'UPDATE devices SET polled_at = ?, interval_ms = interval_ms + ? WHERE hash = ?',
            now(),
            slowDownMs,
            hash,
          );
          return { state: 'slow-down' };
        }
        db.run('UPDATE devices SET polled_at = ? WHERE hash = ?', now(), hash);
        if (device.state !== 'approved' || device.userId === null)
          return { state: device.state === 'denied' ? 'denied' : 'pending' };
        return {
          state: 'approved',
          userId: device.userId,
          name: device.name,
          earlier: device.tokenHash ?? undefined,
        };
      });
    },

    /** Notes which token was given for the code; the first time begins the end of the code. */
    issued(deviceCode: string, token: string): void {
      db.run(
        'UPDATE devices SET used_at = coalesce(used_at, ?), token_hash = ? WHERE hash = ?',
        now(),
        hashSecret(token),
        hashSecret(deviceCode),
      );
    },
  };
}

interface Row {
  readonly state: 'pending' | 'approved' | 'denied';
  readonly name: string;
  readonly userId: number | null;
  readonly intervalMs: number;
  readonly polledAt: number | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly tokenHash: string | null;
}
