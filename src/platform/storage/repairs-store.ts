import { isRecord } from '../../core/values/is-record';
import type { Repair } from '../../protocol/definition/with-repairs';
import { storageItem, type StorageItem } from './storage-item';

/** Repairs by site id. The workbench writes them, and the worker reads them. */
export const repairsStore: StorageItem<Readonly<Record<string, readonly Repair[]>>> = storageItem({
  area: 'local',
  key: 'repairs',
  read: (stored) => (isRecord(stored) ? (stored as Readonly<Record<string, readonly Repair[]>>) : {}),
});
