import { isRecord } from '../../core/values/is-record';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import type { ConnectorHead } from '../../protocol/definition/connector-head';
import { storageItem, type StorageItem } from './storage-item';

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

export type StoredRelease = Readonly<{
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
