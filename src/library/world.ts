import type { Catalogue } from '../service/catalogue/catalogue';
import type { LibraryDatabase } from './database';

/** What the library takes from outside. */
export type LibraryWorld = Readonly<{
  database: LibraryDatabase;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}>;

/** The history in this browser, and where its titles are found. */
export interface Library extends LibraryWorld {
  readonly catalogue: Catalogue;
}

/** What an operation works with. */
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
