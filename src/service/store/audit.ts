import type { Database } from './database';

/** What is recorded: sign-ins, changes of the account, keys and devices, and reviews. */
export type AuditEvent =
  | 'account-created'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'password-reset'
  | 'key-created'
  | 'key-revoked'
  | 'device-approved'
  | 'device-denied'
  | 'device-signed-in'
  | 'connector-accepted'
  | 'connector-refused';

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

/** Rows that are kept, of all people together. */
const CAPACITY = 10_000;
const LONGEST_DETAIL = 100;

/** The log of security events. Rows are added and, from the oldest on, deleted; never changed. */
export function createAudit(db: Database, { now }: { now: () => number }) {
  return {
    add(userId: number, event: AuditEvent, address: string, detail = ''): void {
      const id = db.run(
        'INSERT INTO audit (at, user_id, event, detail, address) VALUES (?, ?, ?, ?, ?)',
        now(),
        userId,
        event,
        detail.slice(0, LONGEST_DETAIL),
        address,
      );
      db.run('DELETE FROM audit WHERE id <= ?', id - CAPACITY);
    },

    /** The latest events of a person, newest first. */
    list: (userId: number, limit: number) =>
      db.all<AuditEntry>(
        'SELECT at, event, detail, address FROM audit WHERE user_id = ? ORDER BY id DESC LIMIT ?',
        userId,
        limit,
      ),
  };
}
