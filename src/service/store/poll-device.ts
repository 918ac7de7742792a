import type { Transaction } from './engine/database';
import type { KeyScope } from './keys';

/**
 * The result of one poll with a device code. On `approved` the caller creates a token, stores it with
 * `devices.issued` and revokes `earlierTokenHash`, the token of an answer that was lost.
 */
export type Poll =
  | Readonly<{
      state: 'approved';
      userId: string;
      name: string;
      /** What the device asked for; `null`: everything. */
      scope: KeyScope | null;
      earlierTokenHash: string | undefined;
    }>
  | Readonly<{ state: 'pending' | 'slow-down' | 'denied' | 'expired' | 'unknown' }>;

/** RFC 8628, 3.5: a poll that comes too soon adds this to the interval. */
const SLOW_DOWN_MS = 5000;
/** A poll may be this much early, because timers and networks are not exact. */
const TOLERANCE_MS = 500;
/** A device whose token was lost on the way may ask again for this long. */
const REPEAT_MS = 120_000;

type DeviceRow = Readonly<{
  state: 'pending' | 'approved' | 'denied';
  name: string;
  scope: KeyScope | null;
  userId: string | null;
  intervalMs: number;
  polledAt: number | null;
  expiresAt: number;
  /** When the first token was given. */
  usedAt: number | null;
  tokenHash: string | null;
}>;

/** Reads the state of the device with this code and stores the time of the poll. */
export async function pollDevice(tx: Transaction, hash: string, now: number): Promise<Poll> {
  const device = await findDevice(tx, hash);
  if (device === undefined || isUsedUp(device, now)) return { state: 'unknown' };
  if (device.expiresAt <= now) return { state: 'expired' };
  const tooSoon = isTooSoon(device, now);
  await tx.run(
    'UPDATE devices SET polled_at = ?, interval_ms = interval_ms + ? WHERE hash = ?',
    now,
    tooSoon ? SLOW_DOWN_MS : 0,
    hash,
  );
  return tooSoon ? { state: 'slow-down' } : toPoll(device);
}

function findDevice(tx: Transaction, hash: string): Promise<DeviceRow | undefined> {
  return tx.lock<DeviceRow>(
    `SELECT state, name, scope, user_id AS "userId", interval_ms AS "intervalMs", polled_at AS "polledAt",
       expires_at AS "expiresAt", used_at AS "usedAt", token_hash AS "tokenHash"
     FROM devices WHERE hash = ?`,
    hash,
  );
}

function isUsedUp({ usedAt }: DeviceRow, now: number): boolean {
  return usedAt !== null && usedAt + REPEAT_MS <= now;
}

function isTooSoon({ polledAt, intervalMs }: DeviceRow, now: number): boolean {
  return polledAt !== null && now - polledAt < intervalMs - TOLERANCE_MS;
}

function toPoll({ state, userId, name, scope, tokenHash }: DeviceRow): Poll {
  if (state === 'approved' && userId !== null)
    return { state, userId, name, scope, earlierTokenHash: tokenHash ?? undefined };
  return { state: state === 'denied' ? 'denied' : 'pending' };
}
