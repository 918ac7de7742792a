import type { ValueArea } from '../../platform/storage/value-area';
import {
  GOOD_READINGS,
  trackerConnectorsStore,
  trialStore,
  WORSE_READINGS,
  type TrackerConnector,
} from '../../platform/storage/tracker-connectors';
import { catalogueStore } from './catalogue-state';
import { withoutRelease } from './update-catalogue';

/**
 * Ends the trials that have enough readings: a connector that reads worse than the one before is put back.
 * True: another connector is in force, or one is no longer on trial.
 */
export async function endTrials(area: Pick<ValueArea, 'get' | 'set'>): Promise<boolean> {
  const { key } = trackerConnectorsStore;
  const connectors = await stored(area);
  let hasEnded = false;
  for (const [id, connector] of Object.entries(connectors)) {
    const trial = trialStore(id);
    const count = trial.read((await area.get(trial.key))[trial.key]);
    if (connector.trial === undefined || count?.trial !== connector.trial) continue;
    if (count.worse >= WORSE_READINGS) await putBack(area, id, connector);
    else if (count.good >= GOOD_READINGS)
      await area.set({ [key]: { ...(await stored(area)), [id]: { head: connector.head } } });
    else continue;
    hasEnded = true;
  }
  return hasEnded;
}

async function stored(area: Pick<ValueArea, 'get'>) {
  const { key } = trackerConnectorsStore;
  return trackerConnectorsStore.read((await area.get(key))[key]);
}

async function putBack(area: Pick<ValueArea, 'get' | 'set'>, id: string, { head }: TrackerConnector) {
  const state = catalogueStore.read((await area.get(catalogueStore.key))[catalogueStore.key]);
  const update = withoutRelease({ state, connectors: await stored(area), files: {} }, id);
  const { inForce } = state.sites[id] ?? {};
  const held = inForce && { ...inForce, why: 'put_back' as const, name: head.name };
  const sites = { ...update.state.sites, [id]: { ...update.state.sites[id], ...(held && { held }) } };
  await area.set({
    [trackerConnectorsStore.key]: update.connectors,
    [catalogueStore.key]: { ...update.state, sites },
  });
}
