import { readAccountView, type AccountView } from '../../core/settings/account-view';
import { isCorrection, isSiteState } from '../../core/settings/backup';
import type { Correction } from '../../core/media/correction';
import { readSettings, type Settings } from '../../core/settings/settings';
import type { SiteState } from '../../core/settings/site-state';
import { isSiteHealth, type SiteHealth } from '../../core/settings/site-health';
import type { TabView } from '../../core/status/status';
import { isFiniteNumber, isRecord } from '../../core/values/is-record';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import { areaOf, readSessionEntries, storageItem, type StorageItem } from './storage-item';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { Repair } from '../../protocol/definition/with-repairs';
import type { ConnectorHead } from '../../protocol/definition/connector-head';

// The stored values that more than one context reads. Unless a comment says otherwise, the worker writes
// them; pages read and watch them, and send messages to change them.

export const settingsStore: StorageItem<Settings> = storageItem({
  area: 'local',
  key: 'settings',
  read: readSettings,
});

export const accountStore: StorageItem<AccountView> = storageItem({
  area: 'local',
  key: 'account',
  read: readAccountView,
});

export const sitesStore: StorageItem<Readonly<Record<string, SiteState>>> = storageItem({
  area: 'local',
  key: 'sites',
  read: (stored) => readRecord(stored, isSiteState),
});

export const healthStore: StorageItem<Readonly<Record<string, SiteHealth>>> = storageItem({
  area: 'local',
  key: 'health',
  read: (stored) => readRecord(stored, isSiteHealth),
});

export const correctionsStore: StorageItem<Correction[]> = storageItem({
  area: 'local',
  key: 'corrections',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isCorrection) : []),
});

/**
 * The user's own enabled definitions, by id, each with the proof that it was checked. A definition without a
 * proof is used only after the options page has checked it.
 */
export const ownConnectorsStore: StorageItem<Readonly<Record<string, CheckedDefinition>>> = storageItem({
  area: 'local',
  key: 'own-connectors',
  read: (stored) =>
    Object.fromEntries(
      Object.entries(readRecord(stored, isRecord)).map(([id, one]) => [
        id,
        typeof one['proof'] === 'string'
          ? { definition: one['definition'], proof: one['proof'] }
          : { definition: one, proof: '' },
      ]),
    ),
});

const storageTroubles = [
  'storage-full',
  'storage-unavailable',
  'storage-blocked',
  'storage-removed',
] as const;

export type StorageTrouble = (typeof storageTroubles)[number];

/**
 * Why the worker's database cannot be used, or has lost its data. Kept in memory, because the disk may not be
 * writable.
 */
export const storageTroubleStore: StorageItem<StorageTrouble | undefined> = storageItem({
  area: 'session',
  key: 'storage-trouble',
  read: (stored) => storageTroubles.find((one) => one === stored),
});

/** Numbers of entries in the outbox, for the badge and the tabs of the popup. */
export type OutboxCounts = Readonly<{
  waiting: number;
  review: number;
  unmatched: number;
  parked: number;
  /** Stored under another sign-in than the current one. */
  foreign: number;
}>;

export const countsStore: StorageItem<OutboxCounts> = storageItem({
  area: 'local',
  key: 'outbox-counts',
  read: (stored) => ({
    waiting: 0,
    review: 0,
    unmatched: 0,
    parked: 0,
    foreign: 0,
    ...readRecord(stored, isFiniteNumber),
  }),
});

/** The view of one tab. The popup shows it before the worker has started. */
export function viewStore(tabId: number): StorageItem<TabView | undefined> {
  return storageItem({
    area: 'session',
    key: `view:${tabId}`,
    read: (stored) => (isView(stored) ? stored : undefined),
  });
}

/** Stores the views of several tabs with one call of the browser. */
export async function storeViews(views: TabView[]): Promise<void> {
  if (views.length > 0)
    await areaOf('session').set(Object.fromEntries(views.map((view) => [`view:${view.tabId}`, view])));
}

/** The views of all tabs, for "playing elsewhere" in the popup. */
export async function allViews(): Promise<TabView[]> {
  return (await readSessionEntries('view:')).filter(isView);
}

function isView(stored: unknown): stored is TabView {
  return isRecord(stored) && 'status' in stored && 'tabId' in stored;
}

/** Leaves out invalid values and keeps the others. */
function readRecord<Value>(
  stored: unknown,
  isValue: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter((one): one is [string, Value] => isValue(one[1])));
}

/** The changes that people want made to recorded viewings, newest last. Written by the worker. */
export const changesStore: StorageItem<HistoryChange[]> = storageItem({
  area: 'local',
  key: 'history-changes',
  read: (stored) => (Array.isArray(stored) ? (stored as HistoryChange[]) : []),
});

/** Repairs by site id. The workbench writes them, and the worker reads them. */
export const repairsStore: StorageItem<Readonly<Record<string, Repair[]>>> = storageItem({
  area: 'local',
  key: 'repairs',
  read: (stored) => (isRecord(stored) ? (stored as Readonly<Record<string, Repair[]>>) : {}),
});

// The tracker's connectors in use. The pages that check them write them, each update in one transaction; the
// worker reads them.

export type TrackerConnector = Readonly<{
  head: ConnectorHead;
  /** Hash of its file, while the connector is on trial. */
  trial?: string;
}>;

/** By id. */
export const trackerConnectorsStore: StorageItem<Readonly<Record<string, TrackerConnector>>> = storageItem({
  area: 'local',
  key: 'tracker-connectors',
  read: recordIn<Readonly<Record<string, TrackerConnector>>>,
});

type StoredRelease = Readonly<{
  definition?: CheckedDefinition;
  /** The previous definition, while this one is on trial. */
  former?: CheckedDefinition;
}>;

/** The definition of one connector; read only for a page of its site. */
export function releaseStore(id: string): StorageItem<StoredRelease> {
  return storageItem({
    area: 'local',
    key: `release:${id}`,
    read: recordIn<StoredRelease>,
  });
}

/** How the readings of a connector on trial compared with the previous version's. */
export type TrialCount = Readonly<{
  trial: string;
  good: number;
  worse: number;
  /** The field of the last worse reading, and which of its sources gave it: `title1`, `year-`. */
  field?: string | undefined;
}>;

/** By connector id. The worker counts. */
export const trialsStore: StorageItem<Readonly<Record<string, TrialCount>>> = storageItem({
  area: 'local',
  key: 'trials',
  read: recordIn<Readonly<Record<string, TrialCount>>>,
});

/** Number of worse readings after which a connector on trial is rolled back. */
export const WORSE_READINGS = 2;

/** Number of good readings after which a connector's trial ends. */
export const GOOD_READINGS = 20;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only pages of ours have written it
function recordIn<Value extends object>(stored: unknown): Value {
  return (isRecord(stored) ? stored : {}) as Value;
}
