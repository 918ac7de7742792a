import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Media } from '../../core/media/media';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { ActivityEntry } from '../../core/outbox/outbox-view';

/**
 * What must outlive the browser, and what no content script may ever read. Content scripts share no origin with the
 * extension, so this database is closed to them in both engines; `storage.local` is not (Firefox has no access levels).
 */
export interface MatineeSchema extends DBSchema {
  /** One entry a session. */
  outbox: { key: string; value: OutboxEntry; indexes: { created: number } };
  /** What the tracker said to a title, also when it knew nothing. */
  matches: { key: string; value: CachedMatch; indexes: { expires: number } };
  activity: { key: number; value: Omit<ActivityEntry, 'id'> & { id?: number } };
  /** The access token, under `current`, and the device code that is being waited for, under `pending`. */
  account: { key: 'current' | 'pending'; value: StoredAccount | PendingSignIn };
}

export interface CachedMatch {
  readonly key: string;
  /** The tracker and account it came from. */
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
  /** Names whose queue this is, without telling the token: the tracker's id of the person, or one made for this sign-in. */
  readonly key: string;
  readonly since: number;
  readonly expiresAt?: number;
}

export interface PendingSignIn {
  readonly kind: 'pending';
  readonly baseUrl: string;
  readonly deviceCode: string;
  readonly interval: number;
  readonly expiresAt: number;
  readonly nextAt: number;
}

export type Database = IDBPDatabase<MatineeSchema>;

/** Opens the database, and brings an older one up to date. Error: whatever IndexedDB throws (`QuotaExceededError`, `VersionError`). */
export function openDatabase(name = 'matinee'): Promise<Database> {
  return openDB<MatineeSchema>(name, 1, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('created', 'createdAt');
        database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
        database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
        database.createObjectStore('account');
      }
    },
    blocking(_current, _blocked, event) {
      // A newer version of the extension wants to upgrade: let go, or both wait for ever.
      (event.target as IDBDatabase).close();
    },
  });
}
