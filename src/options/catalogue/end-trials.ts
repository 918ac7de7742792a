import { defined } from '../../core/values/defined';
import type { StorageItem } from '../../platform/storage/storage-item';
import type { ValueArea } from '../../platform/storage/value-area';
import {
  GOOD_READINGS,
  releaseStore,
  trackerConnectorsStore,
  trialsStore,
  WORSE_READINGS,
  type TrackerConnector,
  type TrialCount,
} from '../../platform/storage/tracker-connectors';
import { headOf } from '../../protocol/definition/connector-head';
import { readDefinition } from '../../protocol/definition/definition';
import { catalogueStore } from './catalogue-state';

type Area = Pick<ValueArea, 'get' | 'set'>;

/**
 * Ends the trials that have enough readings: a connector that reads worse than the one before is put back.
 * True: another connector is in force, or one is no longer on trial.
 */
export async function endTrials(area: Area): Promise<boolean> {
  let hasEnded = false;
  const counts = await read(area, trialsStore);
  for (const [id, connector] of Object.entries(await read(area, trackerConnectorsStore))) {
    const count = counts[id];
    if (connector.trial === undefined || count?.trial !== connector.trial) continue;
    if (count.worse >= WORSE_READINGS) await putBack(area, id, connector, count);
    else if (count.good >= GOOD_READINGS) await pass(area, id, connector);
    else continue;
    hasEnded = true;
  }
  return hasEnded;
}

async function pass(area: Area, id: string, { head }: TrackerConnector): Promise<void> {
  const { key } = trackerConnectorsStore;
  await area.set({ [key]: { ...(await read(area, trackerConnectorsStore)), [id]: { head } } });
}

/** The version before counts again: another one of the tracker, or the packaged one. */
async function putBack(
  area: Area,
  id: string,
  { head }: TrackerConnector,
  { field }: TrialCount,
): Promise<void> {
  const state = await read(area, catalogueStore);
  const { [id]: _tried, ...others } = await read(area, trackerConnectorsStore);
  const release = await read(area, releaseStore(id));
  const { inForce, former } = state.sites[id] ?? {};
  const definition = former && readDefinition(release.former?.definition);
  const why = 'put_back' as const;
  const held = inForce && { ...inForce, why, name: head.name, ...defined({ detail: field }) };
  const site = defined({ inForce: definition && former, held });
  await area.set({
    [trackerConnectorsStore.key]: definition ? { ...others, [id]: { head: headOf(definition) } } : others,
    [releaseStore(id).key]: { definition: release.former },
    [catalogueStore.key]: { ...state, sites: { ...state.sites, [id]: site } },
  });
}

async function read<Value>(area: Area, item: StorageItem<Value>): Promise<Value> {
  return item.read((await area.get(item.key))[item.key]);
}
