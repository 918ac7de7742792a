import type { ConnectorSubmission, SubmittedCase } from '../../protocol/tracker/connector-submission';
import type { ConnectorStatus } from '../../protocol/tracker/connectors';
import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';
import type { Remaining } from './limits';

export type Connectors = ReturnType<typeof createConnectors>;

/** A submitted connector. Times are milliseconds since 1970. */
export type ConnectorRow = Readonly<{
  id: string;
  userId: string;
  name: string;
  domains: string[];
  definition: Record<string, unknown>;
  cases: readonly SubmittedCase[];
  status: ConnectorStatus;
  /** The reviewer's note to the author. */
  note: string | null;
  submittedAt: number;
  reviewedAt: number | null;
}>;

/** Documented: 5 submissions per hour per user. The hour is a sliding window. */
export const submissionLimit = 5;
const WINDOW_MS = 3600_000;

/** Largest number of connectors in a list. */
const LIST_LIMIT = 500;

/** Connectors that were submitted for review. */
export function createConnectors(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** The new row, or the milliseconds until the next submission is allowed. */
    submit: (userId: string, submission: ConnectorSubmission) =>
      db.transaction(async (tx): Promise<ConnectorRow | Readonly<{ waitMs: number }>> => {
        // The lock makes concurrent submissions count too.
        await tx.lock('SELECT id FROM users WHERE id = ?', userId);
        const waitMs = await waitBeforeSubmission(tx, userId, now());
        return waitMs > 0 ? { waitMs } : addConnector(tx, { userId, id: createId(), submission, now: now() });
      }),

    /** How many submissions are left this hour. */
    submissionsLeft: (userId: string) => submissionsLeft(db, userId, now()),

    find: (id: string) => findConnector(db, id),

    /** This person's submissions and all accepted connectors, newest first. */
    visibleTo: (userId: string) => listConnectors(db, `user_id = ? OR status = 'accepted'`, userId),

    /** Newest first. */
    withStatus: (status: ConnectorStatus) => listConnectors(db, 'status = ?', status),

    /** False: no connector with this id waits for review. */
    async review(id: string, status: 'accepted' | 'refused', note: string): Promise<boolean> {
      const reviewed = await db.run(
        `UPDATE connectors SET status = ?, note = ?, reviewed_at = ? WHERE id = ? AND status = 'pending'`,
        status,
        note === '' ? null : note,
        now(),
        id,
      );
      return reviewed > 0;
    },
  };
}

/** Milliseconds until the person may submit again; 0 when now. */
async function waitBeforeSubmission(db: Queries, userId: string, now: number): Promise<number> {
  const { remaining, resetMs } = await submissionsLeft(db, userId, now);
  return remaining > 0 ? 0 : resetMs;
}

/** How many submissions are left, and when the oldest counted one is an hour old. */
async function submissionsLeft(db: Queries, userId: string, now: number): Promise<Remaining> {
  const recent = await db.all<{ at: number }>(
    `SELECT submitted_at AS at FROM connectors WHERE user_id = ? AND submitted_at > ?
     ORDER BY submitted_at DESC LIMIT ?`,
    userId,
    now - WINDOW_MS,
    submissionLimit,
  );
  const oldest = recent.at(-1)?.at ?? now;
  return {
    limit: submissionLimit,
    remaining: submissionLimit - recent.length,
    resetMs: oldest + WINDOW_MS - now,
  };
}

type NewConnector = Readonly<{
  userId: string;
  id: string;
  submission: ConnectorSubmission;
  now: number;
}>;

async function addConnector(
  db: Queries,
  { userId, id, submission, now }: NewConnector,
): Promise<ConnectorRow> {
  const { name, domains, definition, cases = [] } = submission;
  await db.run(
    `INSERT INTO connectors (user_id, id, name, domains, definition, cases, status, submitted_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?)`,
    userId,
    id,
    name,
    JSON.stringify(domains),
    JSON.stringify(definition),
    JSON.stringify(cases),
    now,
  );
  const row = await findConnector(db, id);
  if (row === undefined) throw new Error('a row that was just written is missing');
  return row;
}

const SELECT = `SELECT id, user_id AS "userId", name, domains, definition, cases, status,
  note, submitted_at AS "submittedAt", reviewed_at AS "reviewedAt" FROM connectors`;

type StoredRow = Omit<ConnectorRow, 'domains' | 'definition' | 'cases'> &
  Readonly<{
    domains: string;
    definition: string;
    /** `null` for old submissions without cases. */
    cases: string | null;
  }>;

async function findConnector(db: Queries, id: string): Promise<ConnectorRow | undefined> {
  const row = await db.one<StoredRow>(`${SELECT} WHERE id = ?`, id);
  return row && toConnector(row);
}

async function listConnectors(db: Queries, condition: string, value: string): Promise<ConnectorRow[]> {
  const rows = await db.all<StoredRow>(
    `${SELECT} WHERE ${condition} ORDER BY submitted_at DESC, id DESC LIMIT ${String(LIST_LIMIT)}`,
    value,
  );
  return rows.map(toConnector);
}

function toConnector(row: StoredRow): ConnectorRow {
  return {
    ...row,
    domains: JSON.parse(row.domains) as string[],
    definition: JSON.parse(row.definition) as Record<string, unknown>,
    cases: JSON.parse(row.cases ?? '[]') as SubmittedCase[],
  };
}
