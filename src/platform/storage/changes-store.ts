import type { HistoryChange } from '../../core/outbox/history-change';
import { storageItem, type StorageItem } from './storage-item';

/** The changes that people want made to recorded viewings, newest last. Written by the worker. */
export const changesStore: StorageItem<readonly HistoryChange[]> = storageItem({
  area: 'local',
  key: 'history-changes',
  read: (stored) => (Array.isArray(stored) ? (stored as readonly HistoryChange[]) : []),
});
