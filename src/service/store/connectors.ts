import type { ConnectorSubmission, SubmittedCase } from '../../protocol/tracker/connector-submission';
import type { ConnectorStatus } from '../../protocol/tracker/connectors';
import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';
import type { Remaining } from './limits';
import type { ConnectorReport } from '../../protocol/tracker/connector-catalogue';

/** A submitted connector. Times are milliseconds since 1970. */
export type ConnectorRow = Readonly<{
  id: string;
  userId: string;
  name: string;
  domains: string[];
  definition: Record<string, unknown>;
  cases: SubmittedCase[];
  status: ConnectorStatus;
  /** The reviewer's note to the author. */
  note: string | null;
  submittedAt: number;
  reviewedAt: number | null;
}>;

/** Documented: 5 submissions per hour per user. The hour is a sliding window. */
export const submissionLimit = 5;
const WINDOW_MS = 3600_000;

/** Maximum connectors in a list. */
const LIST_LIMIT = 500;

/** Connectors that were submitted for review. */
export function createConnectors(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** The new row, or the milliseconds until the next submission is allowed. */
    submit: (userId: string, submission: ConnectorSubmission) =>
      db.transaction(async (tx): Promise<ConnectorRow | Readonly<{ waitMs: number }>> => {
        // The lock lets the person's submissions run one at a time, so that concurrent ones count too.
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

/** Milliseconds until the person may submit again; 0: now. */
async function waitBeforeSubmission(db: Queries, userId: string, now: number): Promise<number> {
  const { remaining, resetMs } = await submissionsLeft(db, userId, now);
  return remaining > 0 ? 0 : resetMs;
}

/** How many submissions are left, and when the oldest counted one no longer counts. */
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

/** A fault of one connector that enough people have reported. */
export type ReportedFault = ConnectorReport &
  Readonly<{
    /** Networks from which it was reported: people in one network count once. */
    people: number;
    /** The times of the first and the last counted report, in milliseconds since 1970. */
    from: number;
    to: number;
  }>;

/** A fault reported by fewer people is not shown: they could be recognised. */
export const ENOUGH_PEOPLE = 5;
const DAY = 86_400_000;

/** How long a report counts. */
const KEPT_MS = 30 * DAY;

/** Maximum rows per connector, one for each fault and network: more would say nothing new. */
const MOST_NETWORKS = 1_000;

/** Anonymous counts of reports that a connector reads its site badly or not at all. */
export function createConnectorReports(db: Database, { now }: { now: () => number }) {
  return {
    /** `network`: a keyed hash of the reporting network, different for each connector. */
    async add({ site, ...fault }: ConnectorReport, network: string): Promise<void> {
      const known = JSON.stringify(fault);
      await db.run('DELETE FROM connector_reports WHERE reported_at < ?', now() - KEPT_MS);
      const { count = 0 } =
        (await db.one<{ count: number }>(
          'SELECT CAST(COUNT(*) AS INTEGER) AS count FROM connector_reports WHERE connector = ?',
          site,
        )) ?? {};
      if (count >= MOST_NETWORKS) return;
      await db.run(
        `INSERT INTO connector_reports (connector, fault, network, reported_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (connector, fault, network) DO UPDATE SET reported_at = excluded.reported_at`,
        site,
        known,
        network,
        now(),
      );
    },

    /** The faults that at least five people have reported in the last 30 days, most people first. */
    async faults(): Promise<ReportedFault[]> {
      const rows = await db.all<{ site: string; fault: string; people: number; from: number; to: number }>(
        `SELECT connector AS site, fault, CAST(COUNT(*) AS INTEGER) AS people,
           MIN(reported_at) AS "from", MAX(reported_at) AS "to"
         FROM connector_reports WHERE reported_at >= ?
         GROUP BY connector, fault HAVING COUNT(*) >= ${String(ENOUGH_PEOPLE)}
         ORDER BY people DESC, site, fault`,
        now() - KEPT_MS,
      );
      return rows.map(({ fault, ...row }) => ({
        ...row,
        ...(JSON.parse(fault) as Omit<ConnectorReport, 'site'>),
      }));
    },
  };
}
