import { readDrafts, type DraftRecord } from '../../core/workbench/draft-record';
import { storageItem, type StorageItem } from './storage-item';

/** Definitions that are being written. The options page writes them, nobody else. */
export const draftsStore: StorageItem<Readonly<Record<string, DraftRecord>>> = storageItem({
  area: 'local',
  key: 'drafts',
  read: readDrafts,
});
