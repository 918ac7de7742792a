import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Media } from '../../core/media/media';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { LogEntry } from '../../core/status/log-entry';

/**
 * Data that outlives the browser and that no content script may read. Content scripts have another origin
 * than the extension, so this database is closed to them; `storage.local` is not (Firefox has no
 * `setAccessLevel`).
 */
interface MatineeSchema extends DBSchema {
  /** One entry per session. */
  outbox: { key: string; value: OutboxEntry };
  /** Answers of the tracker about a title, including that it knows nothing. */
  matches: { key: string; value: CachedMatch; indexes: { expires: number } };
  /** What was sent, with its answer. */
  activity: { key: number; value: Omit<ActivityEntry, 'id'> & { id?: number } };
  /** The access token under `current`; the device code that awaits its approval under `pending`. */
  account: { key: 'current' | 'pending'; value: StoredAccount | PendingSignIn };
  /** Steps and errors of the worker. */
  log: { key: number; value: Omit<LogEntry, 'id'> & { id?: number } };
}

export interface CachedMatch {
  readonly key: string;
  /** Address of the tracker that answered. */
  readonly account: string;
  readonly media?: Media;
  readonly candidates: readonly Media[];
  readonly expires: number;
}

export interface StoredAccount {
  readonly kind: 'account';
  readonly baseUrl: string;
  /** Empty once the tracker has refused it. */
  readonly token: string;
  /** Names the owner of queued updates: the tracker's id of the person, or an id made for this sign-in. */
  readonly key: string;
  readonly since: number;
  readonly expiresAt?: number;
}

export interface PendingSignIn {
  readonly kind: 'pending';
  readonly baseUrl: string;
  readonly deviceCode: string;
  /** Seconds between two polls, as the tracker asks. */
  readonly interval: number;
  readonly expiresAt: number;
  readonly nextAt: number;
}

export type Database = IDBPDatabase<MatineeSchema>;

const DATABASE_VERSION = 2;

/**
 * Opens the database and upgrades an older one; all data stays. Rejects with what IndexedDB throws
 * (`QuotaExceededError`, `VersionError`).
 */
export function openDatabase(name = 'matinee'): Promise<Database> {
  return openDB<MatineeSchema>(name, DATABASE_VERSION, {
    upgrade(database, before, _now, transaction) {
      if (before < 1) {
        database.createObjectStore('outbox', { keyPath: 'id' });
        database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
        database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
        database.createObjectStore('account');
      }
      if (before < 2) {
        database.createObjectStore('log', { keyPath: 'id', autoIncrement: true });
        // Version 1 had an index of the outbox by time, which nothing read.
        const outbox: Pick<IDBObjectStore, 'indexNames' | 'deleteIndex'> = transaction.objectStore('outbox');
        if (outbox.indexNames.contains('created')) outbox.deleteIndex('created');
      }
    },
    blocking(_current, _blocked, event) {
      // A newer version of the extension waits to upgrade: it can only begin once this connection is closed.
      (event.target as IDBDatabase).close();
    },
  });
}
