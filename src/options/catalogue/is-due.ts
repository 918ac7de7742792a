import type { SiteHealth } from '../../core/settings/site-health';
import type { CatalogueState } from './catalogue-state';

/** Milliseconds between two requests to the tracker, even if the browser restarts often. */
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
  // If the clock was set back, the time of the last request is unknown.
  return tracker !== baseUrl || passed < 0 || passed >= (hasChanged ? REPAIR_INTERVAL : INTERVAL);
}
