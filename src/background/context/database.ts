import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Media } from '../../core/media/media';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { QueuePlace, QueuedEntry, QueueTitle } from '../../core/outbox/queued-entries';
import type { LogEntry } from '../../core/status/status';

/**
 * Data that outlives the browser and that no content script may read. Content scripts have another origin
 * than the extension, so this database is closed to them; `storage.local` is not (Firefox has no
 * `setAccessLevel`).
 */
export interface MatineeSchema extends DBSchema {
  /** One entry for each session and account. */
  outbox: { key: string; value: QueuedEntry; indexes: { place: QueuePlace; title: QueueTitle } };
  /** The tracker's answers about titles, including that it knows none. */
  matches: { key: string; value: CachedMatch; indexes: { expires: number } };
  /** Sent updates, with their answers. */
  activity: { key: number; value: Omit<ActivityEntry, 'id'> & { id?: number } };
  /**
   * `current`: the access token. `pending`: the device code that waits for approval. `revocations`: tokens of
   * earlier sign-ins that are not revoked yet. `offers`: what the tracker offers.
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
  candidates: Media[];
  /** Lengths in seconds of the works with the page's name, best match first. */
  runtimes?: number[];
  expires: number;
}>;

export type StoredAccount = Readonly<{
  kind: 'account';
  baseUrl: string;
  /** Empty after the tracker has refused it. */
  token: string;
  /**
   * Identifies the owner of queued updates: the tracker's id of the person, or an id made for this sign-in.
   */
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
  /** Number of attempts so far. */
  attempts: number;
}>;

type StoredRevocations = Readonly<{
  kind: 'revocations';
  list: Revocation[];
}>;

/** What a tracker offers beyond API v1, in the terms of `Offers`. */
export type StoredOffers = Readonly<{
  kind: 'offers';
  baseUrl: string;
  /** When it was read, in milliseconds since 1970. */
  at: number;
  /** Absent: nobody has answered yet. */
  list?: string[];
  /** Failed attempts in a row. */
  failures?: number;
}>;

export type MatineeDatabase = IDBPDatabase<MatineeSchema>;

/** 3 is the format of the first release; earlier ones were never released and are not read. */
const DATABASE_VERSION = 3;

export type DatabaseEvents = Readonly<{
  /** The database did not exist. */
  created?: () => void;
  /** An older connection must close before this one can open. */
  blocked?: () => void;
  /** The connection can no longer be used: the browser has closed it, or the database is to be deleted. */
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
      // A newer version of the extension wants to upgrade the database, or it is to be deleted. Neither can
      // begin before this connection closes.
      (event.target as IDBDatabase).close();
      events.closed?.();
    },
    terminated: () => events.closed?.(),
  });
}

/**
 * A transaction that completes only when its changes are on the disk, not in a cache of the system: a power
 * cut must not lose an acknowledged update. Chrome and Firefox (from 126) support it.
 */
export function beginDurable<Name extends 'outbox' | 'account'>(database: MatineeDatabase, name: Name) {
  return database.transaction(name, 'readwrite', { durability: 'strict' });
}
