import type { SiteHealth } from '../../core/settings/site-health';
import type { CatalogueState } from './catalogue-state';

/** Milliseconds between two questions to the tracker, however often the browser starts. */
const INTERVAL = 6 * 3_600_000;
/** The same while a connector no longer fits its site. */
const REPAIR_INTERVAL = 3_600_000;

/** Whether a tracker is asked for its catalogue again. `now`: milliseconds since 1970. */
export function isDue(
  { tracker, checkedAt }: Pick<CatalogueState, 'tracker' | 'checkedAt'>,
  baseUrl: string,
  sites: Readonly<Record<string, Pick<SiteHealth, 'degraded'>>>,
  now: number,
): boolean {
  const hasChanged = Object.values(sites).some(({ degraded }) => degraded);
  const passed = now - checkedAt;
  // A clock that was set back says nothing about when the tracker was asked.
  return tracker !== baseUrl || passed < 0 || passed >= (hasChanged ? REPAIR_INTERVAL : INTERVAL);
}
