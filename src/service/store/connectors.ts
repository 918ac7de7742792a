import type { ConnectorStatus, ConnectorSubmission } from '../../protocol/tracker';
import type { Database } from './database';

export type Connectors = ReturnType<typeof createConnectors>;

export interface ConnectorRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly domains: string[];
  readonly definition: Record<string, unknown>;
  readonly status: ConnectorStatus;
  readonly note: string | null;
  readonly submittedAt: number;
  readonly reviewedAt: number | null;
}

/** Documented: 5 submissions per hour per user. Any hour counts, not only full ones. */
const limit = 5;
const windowMs = 3600_000;

/** Connectors that were sent in for review. */
export function createConnectors(db: Database, { now }: { now: () => number }) {
  return {
    /** The new row, or the milliseconds until the next is allowed. */
    submit(userId: number, submission: ConnectorSubmission): ConnectorRow | { readonly waitMs: number } {
      return db.transaction(() => {
        const recent = db.all<{ at: number }>(
          'SELECT submitted_at AS at FROM connectors WHERE user_id = ? AND submitted_at > ? ORDER BY submitted_at DESC LIMIT ?',
          userId,
          now() - windowMs,
          limit,
        );
        const oldest = recent[limit - 1];
        if (oldest !== undefined) return { waitMs: oldest.at + windowMs - now() };
        const id = db.run(
          'INSERT INTO connectors (user_id, name, domains, definition, submitted_at) VALUES (?, ?, ?, ?, ?)',
          userId,
          submission.name,
          JSON.stringify(submission.domains),
          JSON.stringify(submission.definition),
          now(),
        );
        const row = find(db, id);
        if (row === undefined) throw new Error('a row that was just written is missing');
        return row;
      });
    },

    find: (id: number) => find(db, id),

    /** What this person sent in, and what was accepted of anybody; newest first. */
    visibleTo: (userId: number) =>
      db
        .all<Row>(`${select} WHERE user_id = ? OR status = 'accepted' ORDER BY id DESC LIMIT 500`, userId)
        .map(toConnector),

    withStatus: (status: ConnectorStatus) =>
      db.all<Row>(`${select} WHERE status = ? ORDER BY id DESC LIMIT 500`, status).map(toConnector),

    /** False: there is none that waits under this id. */
    review(id: number, status: 'accepted' | 'refused', note: string): boolean {
      return db.transaction(() => {
        if (find(db, id)?.status !== 'pending') return false;
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

const select = `SELECT id, user_id AS userId, name, domains, definition, status, note, submitted_at AS submittedAt, reviewed_at AS reviewedAt FROM connectors`;

type Row = Omit<ConnectorRow, 'domains' | 'definition'> & {
  readonly domains: string;
  readonly definition: string;
};

function find(db: Database, id: number): ConnectorRow | undefined {
  const row = db.one<Row>(`${select} WHERE id = ?`, id);
  return row && toConnector(row);
}

function toConnector(row: Row): ConnectorRow {
  return {
    ...row,
    domains: JSON.parse(row.domains) as string[],
    definition: JSON.parse(row.definition) as Record<string, unknown>,
  };
}
