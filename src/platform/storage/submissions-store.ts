import { readSubmissionLog, type SubmissionLog } from '../../core/workbench/submission';
import { storageItem, type StorageItem } from './storage-item';

/**
 * When connectors were submitted. Separate from the drafts, so that the worker does not load the code that
 * reads drafts.
 */
export const submissionsStore: StorageItem<SubmissionLog> = storageItem({
  area: 'local',
  key: 'submissions',
  read: readSubmissionLog,
});
