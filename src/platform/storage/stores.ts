import { readAccountView, type AccountView } from '../../core/settings/account-view';
import { isCorrection, isSiteState } from '../../core/settings/backup';
import type { Correction } from '../../core/media/correction';
import { readSettings, type Settings } from '../../core/settings/settings';
import type { SiteState } from '../../core/settings/site-state';
import { isSiteHealth, type SiteHealth } from '../../core/settings/site-health';
import type { TabView } from '../../core/status/status';
import { isFiniteNumber } from '../../core/values/is-finite-number';
import { isRecord } from '../../core/values/is-record';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import { areaOf, readSessionEntries, storageItem, type StorageItem } from './storage-item';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { Repair } from '../../protocol/definition/with-repairs';

// The stored values that more than one context reads. The worker writes them; pages read and watch them, and
// send messages to change them.

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

export const correctionsStore: StorageItem<readonly Correction[]> = storageItem({
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
export async function storeViews(views: readonly TabView[]): Promise<void> {
  if (views.length > 0)
    await areaOf('session').set(Object.fromEntries(views.map((view) => [`view:${view.tabId}`, view])));
}

/** The views of all tabs, for "playing elsewhere" in the popup. */
export async function allViews(): Promise<readonly TabView[]> {
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
export const changesStore: StorageItem<readonly HistoryChange[]> = storageItem({
  area: 'local',
  key: 'history-changes',
  read: (stored) => (Array.isArray(stored) ? (stored as readonly HistoryChange[]) : []),
});

/** Repairs by site id. The workbench writes them, and the worker reads them. */
export const repairsStore: StorageItem<Readonly<Record<string, readonly Repair[]>>> = storageItem({
  area: 'local',
  key: 'repairs',
  read: (stored) => (isRecord(stored) ? (stored as Readonly<Record<string, readonly Repair[]>>) : {}),
});
