import { readSubmissionLog, type SubmissionLog } from '../../core/workbench/submission-quota';
import { storageItem, type StorageItem } from './storage-item';

/** When connectors were handed in; written by the worker. Apart from the drafts, whose reading the worker does not need. */
export const submissionsStore: StorageItem<SubmissionLog> = storageItem({
  area: 'local',
  key: 'submissions',
  read: readSubmissionLog,
});
