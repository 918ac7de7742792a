import type { Database } from './database';

/** What varies under the worker's parts: handed in by main, replaced by tests. */
export interface AppContext {
  readonly database: Database;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** The tracker of the build. */
  readonly defaultBaseUrl: string;
  readonly version: string;
}
