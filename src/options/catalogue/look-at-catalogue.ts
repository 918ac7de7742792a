import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { builtInDefinition } from '../../platform/files/built-in-connectors';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { ownArea, type ValueArea } from '../../platform/storage/own-area';
import {
  accountStore,
  healthStore,
  GOOD_READINGS,
  releaseStore,
  trackerConnectorsStore,
  trialsStore,
  WORSE_READINGS,
  type TrackerConnector,
  type TrialCount,
} from '../../platform/storage/stores';
import { loadCaseRunner } from '../workbench/cases/case-runner';
import { catalogueStore, type CatalogueState, proposalsStore } from './catalogue-state';
import type { Replay } from './read-release';
import { defined } from '../../core/values/defined';
import type { StorageItem } from '../../platform/storage/storage-item';
import { headOf } from '../../protocol/definition/connector-head';
import { readDefinition } from '../../protocol/definition/definition';
import { askProposals } from './proposals';
import { definitionInForce, updateCatalogue, type CatalogueWorld } from './update-catalogue';
import type { SiteHealth } from '../../core/settings/site-health';

export { newOwnList } from './follow-lists';

/** The public list configured at build time, with its id after `#`; empty: none. */
declare const __CONNECTOR_LIST__: string;

/** A connector that takes longer to read its saved page is refused. */
const REPLAY_MILLISECONDS = 10_000;

/**
 * Ends trials and installs what the tracker and the public lists have published. `isAsked`: the person has
 * requested it now.
 */
export async function lookAtCatalogue(isAsked = false): Promise<void> {
  await alone(async () => {
    const hasEnded = await endTrials(ownArea);
    const isUpdated = await updateWhenDue(isAsked || hasEnded);
    if (hasEnded || isUpdated) await sendQuietly('sites.refresh', {});
  });
}

/** One page of the extension at a time changes the catalogue. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request('catalogue', work);
}

async function updateWhenDue(isAsked: boolean): Promise<boolean> {
  const [account, state, sites] = await Promise.all([
    accountStore.get(),
    catalogueStore.get(),
    healthStore.get(),
  ]);
  if (state.off) return false;
  const tracker = trackerOf(account);
  const hasList = world.builtInList !== '' || state.lists.some(({ own }) => own !== undefined);
  if (tracker === undefined && !hasList) return false;
  if (!isAsked && !isDue(state, tracker ?? state.tracker, sites, Date.now())) return false;
  const isUpdated = await updateCatalogue(world, tracker);
  if (tracker !== undefined) await updateProposals(tracker);
  return isUpdated;
}

/**
 * The base address of the tracker, if the person is signed in to one. The history in this browser has no
 * list.
 */
function trackerOf(account: AccountView): string | undefined {
  return account.state === 'signed-in' && account.baseUrl !== LIBRARY_URL ? account.baseUrl : undefined;
}

async function updateProposals(tracker: string): Promise<void> {
  const known = await proposalsStore.get();
  const connectors = trackerConnectorsStore.read(
    (await ownArea.get(trackerConnectorsStore.key))[trackerConnectorsStore.key],
  );
  const before = (id: string) => definitionInForce(world, id, connectors);
  const asked = await askProposals({ fetch: world.fetch, before }, tracker, known);
  if (asked !== known) await proposalsStore.set(asked);
}

const replay: Replay = async (definition, { case: one, html, pages }) => {
  const run = await loadCaseRunner();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('too slow')), REPLAY_MILLISECONDS);
  });
  return Promise.race([run(definition, one, html, pages), late]);
};

export const world: CatalogueWorld = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  area: ownArea,
  builtInList: __CONNECTOR_LIST__,
  builtIn: async (id) => builtInDefinition(id).catch(() => undefined),
  replay,
};

type CatalogueArea = Pick<ValueArea, 'get' | 'set'>;

/**
 * Ends the trials that have enough readings. A connector that reads worse than the previous one is reverted.
 * Resolves to true if a trial has ended.
 */
export async function endTrials(area: CatalogueArea): Promise<boolean> {
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

async function pass(area: CatalogueArea, id: string, { head }: TrackerConnector): Promise<void> {
  const { key } = trackerConnectorsStore;
  await area.set({ [key]: { ...(await read(area, trackerConnectorsStore)), [id]: { head } } });
}

/** Reverts to the previous version: another one of the tracker, or the packaged one. */
async function putBack(
  area: CatalogueArea,
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

async function read<Value>(area: CatalogueArea, item: StorageItem<Value>): Promise<Value> {
  return item.read((await area.get(item.key))[item.key]);
}

/** Milliseconds between two requests to the tracker, even if the browser restarts often. */
const INTERVAL = 6 * 3_600_000;

/** Milliseconds between two requests while a connector no longer fits its site. */
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

// The options page imports this file dynamically, so its first script contains no schema of definitions.
export { withProof } from './update-catalogue';
