import { readDrafts, type DraftRecord } from '../../core/workbench/draft-record';
import { storageItem, type StorageItem } from './storage-item';

/** Definitions that the user is writing. Only the options page writes them. */
export const draftsStore: StorageItem<Readonly<Record<string, DraftRecord>>> = storageItem({
  area: 'local',
  key: 'drafts',
  read: readDrafts,
});
