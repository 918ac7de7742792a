import { readDrafts, type DraftRecord } from '../core/draft-record';
import { readSubmissionLog, type SubmissionLog } from '../core/draft-submissions';
import { storageItem, type StorageItem } from './storage-item';

/** Definitions that are being written. The options page writes them, nobody else. */
export const draftsStore: StorageItem<Readonly<Record<string, DraftRecord>>> = storageItem({ area: 'local', key: 'drafts', read: readDrafts });

/** When connectors were handed in; written by the worker. */
export const submissionsStore: StorageItem<SubmissionLog> = storageItem({ area: 'local', key: 'submissions', read: readSubmissionLog });
