import type { ConnectorReport } from '../../protocol/tracker/connector-catalogue';
import type { Database } from './engine/database';

export type ConnectorReports = ReturnType<typeof createConnectorReports>;

/** A fault of one connector that enough people have reported. */
export interface ReportedFault extends ConnectorReport {
  /** Networks from which it was reported: people in one network count once. */
  readonly people: number;
  /** The first and the last report that counts, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** A fault reported by fewer people is not shown: they could be recognised. */
export const ENOUGH_PEOPLE = 5;
const DAY = 86_400_000;
/** How long a report counts. */
const KEPT_MS = 30 * DAY;
/** Per connector and fault; more would say nothing new. */
const MOST_NETWORKS = 1_000;

/** Anonymous counts of reports about connectors that read worse, or not at all. */
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
    async faults(): Promise<readonly ReportedFault[]> {
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
