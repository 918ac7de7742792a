import type { ConnectorSubmission } from '../../protocol/tracker/connector-submission';
import type { ConnectorStatus } from '../../protocol/tracker/connectors';
import type { Database } from './database';

export type Connectors = ReturnType<typeof createConnectors>;

/** A submitted connector. Times are milliseconds since 1970. */
export interface ConnectorRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly domains: string[];
  readonly definition: Record<string, unknown>;
  readonly status: ConnectorStatus;
  /** What the reviewer wrote to the author. */
  readonly note: string | null;
  readonly submittedAt: number;
  readonly reviewedAt: number | null;
}

/** Documented: 5 submissions per hour per user. The hour is a sliding window. */
export const submissionLimit = 5;
const WINDOW_MS = 3600_000;

/** Largest number of connectors in a list. */
const LIST_LIMIT = 500;

/** Connectors that were submitted for review. */
export function createConnectors(db: Database, { now }: { now: () => number }) {
  return {
    /** The new row, or the milliseconds until the next submission is allowed. */
    submit(userId: number, submission: ConnectorSubmission): ConnectorRow | { readonly waitMs: number } {
      return db.transaction(() => {
        const waitMs = waitBeforeSubmission(db, userId, now());
        return waitMs > 0 ? { waitMs } : addConnector(db, userId, submission, now());
      });
    },

    find: (id: number) => findConnector(db, id),

    /** What this person submitted, and every accepted connector; newest first. */
    visibleTo: (userId: number) => listConnectors(db, `user_id = ? OR status = 'accepted'`, userId),

    /** Newest first. */
    withStatus: (status: ConnectorStatus) => listConnectors(db, 'status = ?', status),

    /** False: no connector with this id waits for review. */
    review(id: number, status: 'accepted' | 'refused', note: string): boolean {
      return db.transaction(() => {
        if (findConnector(db, id)?.status !== 'pending') return false;
        db.run(
          'UPDATE connectors SET status = ?, note = ?, reviewed_at = ? WHERE id = ?',
          status,
          note === '' ? null : note,
          now(),
          id,
        );
        return true;
      });
    },
  };
}

/** Milliseconds until the person may submit again; 0 when now. */
function waitBeforeSubmission(db: Database, userId: number, now: number): number {
  const recent = db.all<{ at: number }>(
    `SELECT submitted_at AS at FROM connectors WHERE user_id = ? AND submitted_at > ?
     ORDER BY submitted_at DESC LIMIT ?`,
    userId,
    now - WINDOW_MS,
    submissionLimit,
  );
  const oldest = recent[submissionLimit - 1];
  return oldest === undefined ? 0 : oldest.at + WINDOW_MS - now;
}

function addConnector(
  db: Database,
  userId: number,
  { name, domains, definition }: ConnectorSubmission,
  now: number,
): ConnectorRow {
  const id = db.run(
    'INSERT INTO connectors (user_id, name, domains, definition, submitted_at) VALUES (?, ?, ?, ?, ?)',
    userId,
    name,
    JSON.stringify(domains),
    JSON.stringify(definition),
    now,
  );
  const row = findConnector(db, id);
  if (row === undefined) throw new Error('a row that was just written is missing');
  return row;
}

const SELECT = `SELECT id, user_id AS userId, name, domains, definition, status, note,
  submitted_at AS submittedAt, reviewed_at AS reviewedAt FROM connectors`;

type StoredRow = Omit<ConnectorRow, 'domains' | 'definition'> & {
  readonly domains: string;
  readonly definition: string;
};

function findConnector(db: Database, id: number): ConnectorRow | undefined {
  const row = db.one<StoredRow>(`${SELECT} WHERE id = ?`, id);
  return row && toConnector(row);
}

function listConnectors(db: Database, condition: string, value: string | number): ConnectorRow[] {
  return db
    .all<StoredRow>(`${SELECT} WHERE ${condition} ORDER BY id DESC LIMIT ${String(LIST_LIMIT)}`, value)
    .map(toConnector);
}

function toConnector(row: StoredRow): ConnectorRow {
  return {
    ...row,
    domains: JSON.parse(row.domains) as string[],
    definition: JSON.parse(row.definition) as Record<string, unknown>,
  };
}
