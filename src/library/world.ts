import type { Catalogue } from '../service/catalogue/catalogue';
import type { LibraryDatabase } from './database';

/** What the library takes from outside. */
export interface LibraryWorld {
  readonly database: LibraryDatabase;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The history in this browser, and where its titles are found. */
export interface Library extends LibraryWorld {
  readonly catalogue: Catalogue;
}

/** What an operation works with. */
export interface LibraryCall {
  readonly library: Library;
  readonly query: URLSearchParams;
  /** The last part of the path. */
  readonly last: string;
  /** The JSON of the request. */
  readonly input: unknown;
}

/** Answers the whole response; `undefined` is 204. */
export type LibraryOperation = (asked: LibraryCall) => Promise<unknown>;
