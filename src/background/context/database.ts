import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Media } from '../../core/media/media';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { QueuePlace, QueuedEntry, QueueTitle } from '../../core/outbox/queue-place';
import type { LogEntry } from '../../core/status/log-entry';

/**
 * Data that outlives the browser and that no content script may read. Content scripts have another origin
 * than the extension, so this database is closed to them; `storage.local` is not (Firefox has no
 * `setAccessLevel`).
 */
export interface MatineeSchema extends DBSchema {
  /** One entry for each session and account. */
  outbox: { key: string; value: QueuedEntry; indexes: { place: QueuePlace; title: QueueTitle } };
  /** Answers of the tracker about a title, including that it knows nothing. */
  matches: { key: string; value: CachedMatch; indexes: { expires: number } };
  /** What was sent, with its answer. */
  activity: { key: number; value: Omit<ActivityEntry, 'id'> & { id?: number } };
  /**
   * The access token under `current`; the device code that awaits its approval under `pending`; tokens of
   * earlier sign-ins that are not revoked yet under `revocations`; what the tracker offers under `offers`.
   */
  account: {
    key: 'current' | 'pending' | 'revocations' | 'offers';
    value: StoredAccount | PendingSignIn | StoredRevocations | StoredOffers;
  };
  /** Steps and errors of the worker. */
  log: { key: number; value: Omit<LogEntry, 'id'> & { id?: number } };
}

export type CachedMatch = Readonly<{
  key: string;
  media?: Media;
  candidates: readonly Media[];
  /** Seconds that the works of the page's name last, the best match first. */
  runtimes?: readonly number[];
  expires: number;
}>;

export type StoredAccount = Readonly<{
  kind: 'account';
  baseUrl: string;
  /** Empty once the tracker has refused it. */
  token: string;
  /** Names the owner of queued updates: the tracker's id of the person, or an id made for this sign-in. */
  key: string;
  since: number;
  expiresAt?: number;
}>;

export type PendingSignIn = Readonly<{
  kind: 'pending';
  baseUrl: string;
  deviceCode: string;
  /** Seconds between two polls, as the tracker asks. */
  interval: number;
  expiresAt: number;
  nextAt: number;
}>;

/** A token that the tracker is to revoke. */
export type Revocation = Readonly<{
  baseUrl: string;
  token: string;
  /** How often the tracker was asked. */
  attempts: number;
}>;

type StoredRevocations = Readonly<{
  kind: 'revocations';
  list: readonly Revocation[];
}>;

/** What a tracker has beyond API v1, as `Offers` names it. */
export type StoredOffers = Readonly<{
  kind: 'offers';
  baseUrl: string;
  /** When it was asked, in milliseconds since 1970. */
  at: number;
  /** Absent: nobody has answered yet. */
  list?: readonly string[];
  /** Answers in a row that were none. */
  failures?: number;
}>;

export type MatineeDatabase = IDBPDatabase<MatineeSchema>;

/** 3 is the format of the first release; earlier ones were never released, and are not read. */
const DATABASE_VERSION = 3;

export type DatabaseEvents = Readonly<{
  /** The database did not exist. */
  created?: () => void;
  /** An older connection has to be closed before this one opens. */
  blocked?: () => void;
  /** The connection is of no use any more: the browser has closed it, or the database is to be deleted. */
  closed?: () => void;
}>;

/**
 * Opens the database, and creates it on the first start. Rejects with what IndexedDB throws
 * (`QuotaExceededError`, `VersionError`).
 */
export function openDatabase(name = 'matinee', events: DatabaseEvents = {}): Promise<MatineeDatabase> {
  return openDB<MatineeSchema>(name, DATABASE_VERSION, {
    upgrade(database) {
      for (const old of database.objectStoreNames) database.deleteObjectStore(old);
      events.created?.();
      const outbox = database.createObjectStore('outbox', { keyPath: 'id' });
      outbox.createIndex('place', 'place');
      outbox.createIndex('title', 'title');
      database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
      database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('account');
      database.createObjectStore('log', { keyPath: 'id', autoIncrement: true });
    },
    blocked: () => events.blocked?.(),
    blocking(_current, _blocked, event) {
      // A newer version of the extension waits to upgrade, or the database is deleted: neither can begin
      // before this connection is closed.
      (event.target as IDBDatabase).close();
      events.closed?.();
    },
    terminated: () => events.closed?.(),
  });
}

/**
 * A transaction that is complete only when its changes are on the disk, and not in a cache of the system: a
 * power cut must not take what was acknowledged. Chrome and Firefox (from 126) support it.
 */
export function beginDurable<Name extends 'outbox' | 'account'>(database: MatineeDatabase, name: Name) {
  return database.transaction(name, 'readwrite', { durability: 'strict' });
}
