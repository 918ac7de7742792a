import type { MatineeDatabase } from './database';
import type { Log } from './log';

/** What the worker's parts take from outside: created by main, replaced by tests. */
export type AppContext = Readonly<{
  /** Throws a HandlerError (`storage-…`) while it cannot be used. */
  database: MatineeDatabase;
  fetch: typeof fetch;
  /** Ends every request of `fetch` that is under way. */
  stopRequests: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  /** Address of the tracker that the build names; the settings may name another. */
  defaultBaseUrl: string;
  version: string;
  log: Log;
}>;
