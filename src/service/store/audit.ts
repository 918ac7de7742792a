import type { Database } from './engine/database';
import type { CreateId } from './ids';

/** What is recorded: sign-ins, changes of the account, keys and devices, and reviews. */
export type AuditEvent =
  | 'account-created'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'password-reset'
  | 'passkey-added'
  | 'passkey-removed'
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

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: AuditEvent;
  /** A name, such as that of a key. Never a secret. */
  readonly detail: string;
  /** Network address; empty where there is none, as on the command line. */
  readonly address: string;
}

export type Audit = ReturnType<typeof createAudit>;

/** Rows that are kept of each person. */
const CAPACITY = 1000;
const LONGEST_DETAIL = 100;

/** The log of security events. Rows are added and, from the oldest on, deleted; never changed. */
export function createAudit(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    async add(userId: string, event: AuditEvent, address: string, detail = ''): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.run(
          'INSERT INTO audit (user_id, id, at, event, detail, address) VALUES (?, ?, ?, ?, ?, ?)',
          userId,
          createId(),
          now(),
          event,
          detail.slice(0, LONGEST_DETAIL),
          address,
        );
        await tx.run(
          `DELETE FROM audit WHERE user_id = ? AND id <= (
             SELECT id FROM audit WHERE user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${String(CAPACITY)})`,
          userId,
          userId,
        );
      });
    },

    /** The latest events of a person, newest first. */
    list: (userId: string, limit: number) =>
      db.all<AuditEntry>(
        'SELECT at, event, detail, address FROM audit WHERE user_id = ? ORDER BY id DESC LIMIT ?',
        userId,
        limit,
      ),
  };
}
