import { isRecord } from '../../core/values/is-record';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import type { ConnectorHead } from '../../protocol/definition/connector-head';
import { storageItem, type StorageItem } from './storage-item';

// The connectors of the tracker that are in force. The pages that check them write them, all of an update in
// one transaction; the worker reads them.

export type TrackerConnector = Readonly<{
  head: ConnectorHead;
  /** Hash of its file, while it is on trial. */
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
  /** The definition that was in force before, while this one is on trial. */
  former?: CheckedDefinition;
}>;

/** The definition of one of them; read only for a page of its site. */
export function releaseStore(id: string): StorageItem<StoredRelease> {
  return storageItem({
    area: 'local',
    key: `release:${id}`,
    read: recordIn<StoredRelease>,
  });
}

/** What the readings of a connector on trial were: as good as the former ones, or not. */
export type TrialCount = Readonly<{
  trial: string;
  good: number;
  worse: number;
  /** The field of the last worse reading, and which of its sources gave it: `title1`, `year-`. */
  field?: string | undefined;
}>;

/** By id. The worker counts. */
export const trialsStore: StorageItem<Readonly<Record<string, TrialCount>>> = storageItem({
  area: 'local',
  key: 'trials',
  read: recordIn<Readonly<Record<string, TrialCount>>>,
});

/** Readings in which a connector on trial may be worse; it is put back at the last one. */
export const WORSE_READINGS = 2;
/** Readings after which a connector is no longer on trial. */
export const GOOD_READINGS = 20;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only pages of ours have written it
function recordIn<Value extends object>(stored: unknown): Value {
  return (isRecord(stored) ? stored : {}) as Value;
}
