import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MediaIds } from '../core/library/media-key';
import type { Catalogue } from '../service/catalogue/catalogue';

/**
 * A film or an episode that has been started. Times are milliseconds since 1970, position and duration
 * seconds.
 */
export type LibraryPlaying = Readonly<{
  /** The key of `mediaKey`. */
  media: string;
  ids: MediaIds;
  id: string;
  progress: number;
  duration: number;
  startedAt: number;
  updatedAt: number;
  /** Absent below 90%. */
  watchedAt?: number;
}>;

/** An entry of the history. */
export interface Watch extends LibraryPlaying {
  readonly watchedAt: number;
}

export type LibraryRating = Readonly<{
  media: string;
  ids: MediaIds;
  /** 1 to 10. */
  rating: number;
  ratedAt: number;
}>;

/** What a catalogue says of a film or an episode; `title` is that of the film or series. */
export type StoredName = Readonly<{
  media: string;
  title: string;
  episodeTitle?: string;
  year?: number;
}>;

type StoredAnswer = Readonly<{
  key: string;
  /** Absent: the source does not know it. */
  body?: unknown;
  fetchedAt: number;
}>;

interface LibrarySchema extends DBSchema {
  /** The latest playing of each title. */
  progress: { key: string; value: LibraryPlaying };
  watches: { key: string; value: Watch; indexes: { watchedAt: number; media: string } };
  ratings: { key: string; value: LibraryRating };
  /** Titles of which the person has removed the viewing of the last playing. */
  removals: { key: string; value: Readonly<{ media: string; at: number }> };
  /** `watchlist movie:348`, `favorite show:1396` */
  marks: { key: string; value: Readonly<{ key: string; at: number }> };
  names: { key: string; value: StoredName };
  /** Cached answers of the free film databases. */
  answers: { key: string; value: StoredAnswer; indexes: { fetchedAt: number } };
  moves: { key: string; value: StoredMove };
}

/** The progress of a move of the history. */
type StoredMove = Readonly<{
  /** The address of the tracker. */
  account: string;
  /** The import in progress there. */
  importId?: string;
}>;

export type LibraryDatabase = IDBPDatabase<LibrarySchema>;

/** The history that is kept in this browser, in a database that no page and no content script can open. */
export function openLibraryDatabase(name = 'matinee-library'): Promise<LibraryDatabase> {
  return openDB<LibrarySchema>(name, 1, {
    upgrade(database) {
      const watches = database.createObjectStore('watches', { keyPath: 'id' });
      watches.createIndex('watchedAt', 'watchedAt');
      watches.createIndex('media', 'media');
      const answers = database.createObjectStore('answers', { keyPath: 'key' });
      answers.createIndex('fetchedAt', 'fetchedAt');
      for (const store of ['progress', 'ratings', 'removals', 'names'] as const)
        database.createObjectStore(store, { keyPath: 'media' });
      database.createObjectStore('marks', { keyPath: 'key' });
      database.createObjectStore('moves', { keyPath: 'account' });
    },
    // Closes when a newer version waits to upgrade, or when everything is erased.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/** The library's dependencies on its environment. */
export type LibraryWorld = Readonly<{
  database: LibraryDatabase;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}>;

/** The history in this browser, and the source of its titles. */
export interface Library extends LibraryWorld {
  readonly catalogue: Catalogue;
}

/** The input of an operation. */
export type LibraryCall = Readonly<{
  library: Library;
  query: URLSearchParams;
  /** The last part of the path. */
  last: string;
  /** The JSON of the request. */
  input: unknown;
}>;

/** Answers the whole response; `undefined` is 204. */
export type LibraryOperation = (asked: LibraryCall) => Promise<unknown>;
