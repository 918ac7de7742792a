import type { MatineeDatabase } from './database';
import type { Log } from './log';

/** What the worker's parts take from outside: created by main, replaced by tests. */
export interface AppContext {
  /** Throws a HandlerError (`storage-…`) while it cannot be used. */
  readonly database: MatineeDatabase;
  readonly fetch: typeof fetch;
  /** Ends every request of `fetch` that is under way. */
  readonly stopRequests: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Address of the tracker that the build names; the settings may name another. */
  readonly defaultBaseUrl: string;
  readonly version: string;
  readonly log: Log;
}
