import { UnavailableError } from '../store/engine/database';
import type { ServiceLog, ServiceLogEntry } from './log-entry';

/** Interval in which a lasting outage is logged: 1 min. */
const STEP_MS = 60_000;

/**
 * While the database is away or the disk is full, every request fails in the same way. The first failure is
 * logged, then each minute the number of the others. A minute without failures ends the outage.
 */
export function groupOutages(log: ServiceLog): ServiceLog {
  /** By error message; there are only as many as error codes of the engines. */
  const outages = new Map<string, { count: number }>();
  const follow = (message: string, entry: ServiceLogEntry): void => {
    const timer = setTimeout(() => {
      const count = outages.get(message)?.count ?? 0;
      outages.delete(message);
      if (count === 0) return;
      log({ level: entry.level, event: entry.event, error: entry.error, count });
      follow(message, entry);
    }, STEP_MS);
    timer.unref();
    outages.set(message, { count: 0 });
  };
  return (entry) => {
    if (!(entry.error instanceof UnavailableError)) return log(entry);
    const { message } = entry.error;
    const outage = outages.get(message);
    if (outage !== undefined) outage.count += 1;
    else {
      log(entry);
      follow(message, entry);
    }
    return undefined;
  };
}
