import { createSecret, hashSecret, type RandomBytes } from '../secrets/secret';
import { createUserCode, normaliseUserCode } from '../secrets/user-code';
import type { Database } from './engine/database';
import type { KeyScope } from './keys';
import { pollDevice, type Poll } from './poll-device';

export type Devices = ReturnType<typeof createDevices>;

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

    /** One poll of a device; the next one must keep the interval from here. */
    poll: (deviceCode: string): Promise<Poll> =>
      db.transaction((tx) => pollDevice(tx, hashSecret(deviceCode), now())),

    /** Stores the token that the device received. The first one starts the time in which it may ask again. */
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
