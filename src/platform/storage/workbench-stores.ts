import { readDrafts, type DraftRecord } from '../../core/workbench/draft-record';
import { storageItem, type StorageItem } from './storage-item';
import { readSubmissionLog, type SubmissionLog } from '../../core/workbench/submission';

/** Definitions that the user is writing. Only the options page writes them. */
export const draftsStore: StorageItem<Readonly<Record<string, DraftRecord>>> = storageItem({
  area: 'local',
  key: 'drafts',
  read: readDrafts,
});

/** When connectors were submitted. */
export const submissionsStore: StorageItem<SubmissionLog> = storageItem({
  area: 'local',
  key: 'submissions',
  read: readSubmissionLog,
});
