import {
  createSecret,
  hashSecret,
  type RandomBytes,
  createUserCode,
  normaliseUserCode,
} from '../secrets/secret';
import type { Database, Transaction } from './engine/database';
import type { KeyScope } from './keys';

type NewDevice = Readonly<{
  name: string;
  /** Network address of the request. */
  address: string;
  /** The requested scope; absent: everything. */
  scope?: KeyScope | undefined;
  lifetimeMs: number;
  intervalMs: number;
}>;

/** A device as shown to the person who approves it. */
export type WaitingDevice = Readonly<{
  name: string;
  address: string;
  scope: KeyScope | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}>;

/** Expired codes are kept this long, so that the device gets `expired_token` and not `invalid_grant`: 1 h. */
const EXPIRED_CODE_RETENTION_MS = 3600_000;

/** Devices that wait for approval (RFC 8628). The device code and the user code are stored as hashes. */
export function createDevices(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Starts a sign-in; `name` and `address` are shown to the person who approves it. */
    open: (device: NewDevice) => addDevice(db, device, { now: now(), random }),

    /** The device that waits for approval under this code. */
    waiting: (typedCode: string) =>
      db.one<WaitingDevice>(
        `SELECT name, address, scope, created_at AS "createdAt" FROM devices WHERE ${IS_WAITING}`,
        userCodeHash(typedCode),
        now(),
      ),

    /** False: no device waits under this code. */
    async decide(typedCode: string, userId: string, state: 'approved' | 'denied'): Promise<boolean> {
      const decided = await db.run(
        `UPDATE devices SET state = ?, user_id = ? WHERE ${IS_WAITING}`,
        state,
        userId,
        userCodeHash(typedCode),
        now(),
      );
      return decided > 0;
    },

    /** One poll of a device. The interval until the next one begins here. */
    poll: (deviceCode: string): Promise<Poll> =>
      db.transaction((tx) => pollDevice(tx, hashSecret(deviceCode), now())),

    /** Stores the hash of an issued token. From the first one on, the device may poll for `REPEAT_MS`. */
    async issued(deviceCode: string, token: string): Promise<void> {
      await db.run(
        'UPDATE devices SET used_at = coalesce(used_at, ?), token_hash = ? WHERE hash = ?',
        now(),
        hashSecret(token),
        hashSecret(deviceCode),
      );
    },
  };
}

async function addDevice(
  db: Database,
  { name, address, scope, lifetimeMs, intervalMs }: NewDevice,
  { now, random }: { now: number; random: RandomBytes },
): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = createSecret(random);
  const userCode = createUserCode(random);
  await db.run('DELETE FROM devices WHERE expires_at <= ?', now - EXPIRED_CODE_RETENTION_MS);
  await db.run(
    `INSERT INTO devices
       (hash, user_code_hash, name, address, scope, state, interval_ms, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
    hashSecret(deviceCode),
    hashSecret(userCode),
    name,
    address,
    scope ?? null,
    intervalMs,
    now,
    now + lifetimeMs,
  );
  return { deviceCode, userCode };
}

function userCodeHash(typedCode: string): string {
  return hashSecret(normaliseUserCode(typedCode));
}

const IS_WAITING = `user_code_hash = ? AND state = 'pending' AND expires_at > ?`;

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

/** A device that did not receive its token may poll again for this long: 2 min. */
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
async function pollDevice(tx: Transaction, hash: string, now: number): Promise<Poll> {
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
