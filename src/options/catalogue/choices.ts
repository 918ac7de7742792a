import { fieldTroubles } from '../../core/settings/field-trouble';
import { isUncoveredShape } from '../../core/settings/uncovered-plays';
import type { SiteHealth } from '../../core/settings/site-health';
import { defined } from '../../core/values/defined';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { MessageError } from '../../platform/messaging/send';
import { ownArea } from '../../platform/storage/own-area';
import { accountStore, trackerConnectorsStore } from '../../platform/storage/stores';
import type { ConnectorReport } from '../../protocol/tracker/connector-catalogue';
import { readListAddress } from '../../protocol/connector-list/list-address';
import {
  catalogueStore,
  type CatalogueState,
  type ListState,
  type SiteReleases,
  Refused,
} from './catalogue-state';

// The person's decisions about connectors of the tracker and of public lists. look-at-catalogue.ts, with the
// checker of definitions, is loaded only when a decision needs it.

/** Records that the person agrees to the reach of the held version, then tests it and puts it in force. */
export async function agree(id: string): Promise<void> {
  await changeSite(id, ({ held, ...site }) => defined({ ...site, agreed: held?.sha256 ?? site.agreed }));
  await look();
}

/** Returns to the packaged connector until the same list offers a newer version. */
export async function goBack(id: string, name: string): Promise<void> {
  await changeSite(
    id,
    ({ inForce }) => (inForce ? { held: { ...inForce, name, why: 'gone_back' } } : {}),
    id,
  );
  await sendQuietly('sites.refresh', {});
}

/** Reports to the tracker which field a reverted version read worse. The report carries no token. */
export async function report(id: string): Promise<void> {
  const { sites } = await catalogueStore.get();
  const [, field = '', rung = '-'] = /^([A-Za-z]+)(\d+|-)$/.exec(sites[id]?.held?.detail ?? '') ?? [];
  await sendReport({ site: id, field, rung: rung === '-' ? null : Number(rung) });
  await changeSite(id, ({ held, ...site }) =>
    defined({ ...site, held: held && { ...held, reported: true as const } }),
  );
}

/** Reports to the tracker what can no longer be read on a site, so that somebody can repair the connector. */
export async function reportSite(id: string, health: SiteHealth): Promise<void> {
  for (const fault of faultsOf(health)) await sendReport({ site: id, ...fault });
}

/**
 * One report for each field that no source gives, and one for each form of address that no page of the
 * connector covers.
 */
export function faultsOf(health: SiteHealth): Omit<ConnectorReport, 'site'>[] {
  const { days, missing, uncovered = {} } = health;
  const troubles = fieldTroubles(days).filter(({ kind }) => kind === 'missing');
  const fields = [...new Set([...missing, ...troubles.map(({ field }) => field)])];
  const shapes = Object.keys(uncovered).filter((shape) => isUncoveredShape(health, shape));
  return [
    ...fields.slice(0, MOST_FAULTS).map((field) => ({ field, rung: null })),
    ...shapes.slice(0, MOST_FAULTS).map((shape) => ({ field: 'page', rung: null, shape })),
  ];
}

const MOST_FAULTS = 3;

async function sendReport(body: ConnectorReport): Promise<void> {
  const account = await accountStore.get();
  const { tracker } = await catalogueStore.get();
  const base = account.state === 'signed-in' ? account.baseUrl : tracker;
  const response = await fetch(`${base}/connectors/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  // 404: the tracker takes no reports, or does not know this connector.
  if (!response.ok && response.status !== 404) throw new MessageError('server', '');
}

/**
 * Adds the list at an address, `https://list.example#<id>`. Its connectors take priority over those of the
 * tracker. Rejects with a `Refused` if there is no trustworthy list.
 */
export async function addList(text: string): Promise<void> {
  const address = readListAddress(text);
  if (address === undefined) throw new Refused('damaged');
  const { newOwnList, world } = await import('./look-at-catalogue');
  const list = await newOwnList(world, address);
  await change((state) => {
    const known = state.lists.find(({ id }) => id === list.id);
    // An earlier trusted state still counts, so that another address cannot roll the list back.
    const added = known?.trusted === undefined ? list : { ...known, from: list.from, own: address.base };
    return { ...state, lists: [added, ...state.lists.filter(({ id }) => id !== list.id)] };
  });
  await look();
}

/** Stops using the list, unless the tracker mirrors it. Its trusted state is kept. */
export async function removeList(id: string): Promise<void> {
  await change((state) => ({
    ...state,
    lists: state.lists.map((list) => (list.id === id ? withoutOwn(list) : list)),
  }));
  await look();
}

function withoutOwn(before: ListState): ListState {
  const { own: _, ...list } = before;
  return { ...list, from: 'tracker', addresses: list.mirror === undefined ? [] : [list.mirror] };
}

/** Ends the hold on a version, so that it may be used again. */
export async function useAgain(id: string): Promise<void> {
  await changeSite(id, (before) => {
    const { held: _, ...site } = before;
    return site;
  });
  await look();
}

/**
 * Trusts the key that the tracker offers, after the person has compared its fingerprint. A new key may
 * restart the list numbers at one.
 */
export async function trustKey(): Promise<void> {
  await change((before) => {
    const { offeredKey: key, ...state } = withoutTag(before);
    return defined({ ...state, sequence: 0, key: key ?? state.key });
  });
  await look();
}

/**
 * Turns the connectors of the tracker and of lists on or off. Off: every site uses its packaged connector.
 * Held versions and agreements are kept for later.
 */
export async function turnOn(isOn: boolean): Promise<void> {
  await change(
    (before) => ({
      ...withoutTag(before),
      off: !isOn,
      sites: isOn ? before.sites : noneInForce(before.sites),
    }),
    isOn ? [] : 'all',
  );
  await (isOn ? look() : sendQuietly('sites.refresh', {}));
}

/** The state of each site with no version in force. */
function noneInForce(sites: CatalogueState['sites']): CatalogueState['sites'] {
  return Object.fromEntries(
    Object.entries(sites).map(([id, { held, agreed }]) => [id, defined({ held, agreed })]),
  );
}

/** Without the `ETag`, the next request gets the whole list again. */
function withoutTag(before: CatalogueState): CatalogueState {
  const { tag: _, ...state } = before;
  return state;
}

async function look(): Promise<void> {
  const { lookAtCatalogue } = await import('./look-at-catalogue');
  await lookAtCatalogue(true);
}

async function changeSite(id: string, next: (site: SiteReleases) => SiteReleases, removed?: string) {
  await change(
    (state) => ({ ...state, sites: { ...state.sites, [id]: next(state.sites[id] ?? {}) } }),
    removed === undefined ? [] : [removed],
  );
}

/** Stores the next state and removes connectors in one transaction. */
async function change(next: (state: CatalogueState) => CatalogueState, removed: string[] | 'all' = []) {
  await navigator.locks.request('catalogue', async () => {
    const connectors = Object.entries(await trackerConnectorsStore.get());
    const kept = connectors.filter(([id]) => removed !== 'all' && !removed.includes(id));
    await ownArea.set({
      [catalogueStore.key]: next(await catalogueStore.get()),
      [trackerConnectorsStore.key]: Object.fromEntries(kept),
    });
  });
}
