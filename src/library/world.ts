import type { Catalogue } from '../service/catalogue/catalogue';
import type { LibraryDatabase } from './database';

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
