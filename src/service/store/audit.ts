import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';

/** The recorded events: sign-ins, changes of accounts, keys and devices, and reviews of connectors. */
export type AuditEvent =
  | 'account-created'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'signed-out-by-owner'
  | 'password-changed'
  | 'password-reset'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-demanded'
  | 'passkey-not-demanded'
  | 'companion-named'
  | 'companion-added'
  | 'companion-removed'
  | 'invitation-created'
  | 'invitation-withdrawn'
  | 'invitation-used'
  | 'film-database-added'
  | 'film-database-removed'
  | 'relay-added'
  | 'relay-removed'
  | 'key-created'
  | 'key-revoked'
  | 'device-approved'
  | 'device-denied'
  | 'device-signed-in'
  | 'connector-accepted'
  | 'connector-refused'
  | 'connector-taken-back';

export type AuditEntry = Readonly<{
  /** Milliseconds since 1970. */
  at: number;
  event: AuditEvent;
  /** A name, such as that of a key; for `sign-in-failed`, the number of failures. Never a secret. */
  detail: string;
  /** Network address; empty if there is none, as on the command line. */
  address: string;
}>;

/** Maximum rows per person, failed sign-ins excluded. */
const CAPACITY = 1000;
/** Rows are deleted after this many days. */
export const auditDays = 365;
/** Characters of `detail`. */
const LONGEST_DETAIL = 100;

/**
 * Failed sign-ins have a separate limit, so that strangers cannot push out other events. One row counts the
 * failures from one address within an hour.
 */
const FAILED: AuditEvent = 'sign-in-failed';
const FAILED_CAPACITY = 200;
const HOUR_MS = 3600_000;

/**
 * The log of security events. Rows are only added, and the oldest deleted; a failed sign-in may update a row.
 */
export function createAudit(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    async add(userId: string, event: AuditEvent, address: string, detail = ''): Promise<void> {
      await db.transaction(async (tx) => {
        if (event === FAILED && (await countFailure(tx, { userId, address, now: now() }))) return;
        await tx.run(
          'INSERT INTO audit (user_id, id, at, event, detail, address) VALUES (?, ?, ?, ?, ?, ?)',
          userId,
          createId(),
          now(),
          event,
          event === FAILED ? '1' : detail.slice(0, LONGEST_DETAIL),
          address,
        );
        await prune(tx, userId, now());
      });
    },

    /** The last `limit` events of a person and the last `limit / 5` failed sign-ins, newest first. */
    async list(userId: string, limit: number): Promise<AuditEntry[]> {
      const read = (condition: string, most: number) =>
        db.all<AuditEntry & { id: string }>(
          `SELECT id, at, event, detail, address FROM audit WHERE user_id = ? AND event ${condition} ?
           ORDER BY id DESC LIMIT ?`,
          userId,
          FAILED,
          most,
        );
      const rows = [...(await read('<>', limit)), ...(await read('=', Math.ceil(limit / 5)))];
      return rows
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .map(({ at, event, detail, address }) => ({ at, event, detail, address }));
    },
  };
}

type FailedAttempt = Readonly<{
  userId: string;
  address: string;
  now: number;
}>;

/** Counts a failure in the row of its address. False: the address has no row of the last hour. */
async function countFailure(tx: Queries, { userId, address, now }: FailedAttempt): Promise<boolean> {
  const row = await tx.one<{ id: string; detail: string }>(
    `SELECT id, detail FROM audit WHERE user_id = ? AND event = ? AND address = ? AND at > ?
     ORDER BY id DESC LIMIT 1`,
    userId,
    FAILED,
    address,
    now - HOUR_MS,
  );
  if (row === undefined) return false;
  const count = String((Number(row.detail) || 1) + 1);
  await tx.run('UPDATE audit SET detail = ? WHERE user_id = ? AND id = ?', count, userId, row.id);
  return true;
}

async function prune(tx: Queries, userId: string, now: number): Promise<void> {
  await tx.run('DELETE FROM audit WHERE user_id = ? AND at < ?', userId, now - auditDays * 24 * HOUR_MS);
  for (const [condition, most] of [
    ['=', FAILED_CAPACITY],
    ['<>', CAPACITY],
  ] as const)
    await tx.run(
      `DELETE FROM audit WHERE user_id = ? AND event ${condition} ? AND id <= (
         SELECT id FROM audit WHERE user_id = ? AND event ${condition} ?
         ORDER BY id DESC LIMIT 1 OFFSET ${String(most)})`,
      userId,
      FAILED,
      userId,
      FAILED,
    );
}
