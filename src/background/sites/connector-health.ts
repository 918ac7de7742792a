import { withLadder } from '../../core/settings/ladder-days';
import type { SiteHealth } from '../../core/settings/site-state';
import { healthStore } from '../../platform/storage/stores';
import { trialsStore, WORSE_READINGS, type TrialCount } from '../../platform/storage/tracker-connectors';
import type { Report } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { lookAtCatalogue } from '../state/catalogue-alarm';
import type { PageReading, TabState } from '../state/tab-state';
import type { Site } from './sites';

/**
 * Records how well a connector reads its site, and the reading of one on trial: `trial`, at least as good as
 * that of the one before; absent: nothing to compare.
 */
export async function recordReading(
  context: AppContext,
  sites: readonly Site[],
  state: TabState,
  { trial: isGood, worse }: Pick<Report, 'trial' | 'worse'>,
): Promise<void> {
  await recordHealth(context, state);
  if (isGood === undefined) return;
  await countTrial(
    context,
    sites.find(({ connector }) => connector.id === state.siteId),
    isGood,
    worse,
  );
}

/** Stored when it changes, and every ten minutes of play. */
async function recordHealth(context: AppContext, { siteId, reading, watch }: TabState): Promise<void> {
  // Before a session has begun, the page may not have drawn its titles yet.
  if (siteId === undefined || reading === undefined || watch.session === undefined) return;
  const { now } = context;
  const all = await healthStore.get();
  const before = all[siteId];
  if (before !== undefined && isSameHealth(before, reading) && now() - before.lastReadAt < INTERVAL) return;
  const { degraded, missing, ladder = '' } = reading;
  // Somebody may have repaired it.
  if (degraded) await lookAtCatalogue(context, SOON);
  const days = withLadder(before?.days, ladder, now());
  await healthStore.set({ ...all, [siteId]: { lastReadAt: now(), degraded, missing, days } });
}

function isSameHealth(before: SiteHealth, { degraded, missing }: PageReading): boolean {
  return before.degraded === degraded && before.missing.join() === missing.join();
}

const INTERVAL = 600_000;
/** A quarter of an hour: others find the same, and the tracker is to answer them apart. */
const SOON = 900_000;

/** Counts a reading of a connector on trial; enough worse ones end it, good ones with the next look. */
async function countTrial(
  context: AppContext,
  site: Site | undefined,
  isGood: boolean,
  field: string | undefined,
): Promise<void> {
  if (site?.origin !== 'tracker' || !site.trial) return;
  const { trial, connector } = site;
  const all = await trialsStore.get();
  const { id } = connector;
  const before = all[id];
  const count: { -readonly [Key in keyof TrialCount]: TrialCount[Key] } =
    before?.trial === trial ? { ...before } : { trial, good: 0, worse: 0 };
  count[isGood ? 'good' : 'worse']++;
  if (field) count.field = field;
  await trialsStore.set({ ...all, [id]: count });
  if (count.worse >= WORSE_READINGS) await lookAtCatalogue(context, 0);
}
