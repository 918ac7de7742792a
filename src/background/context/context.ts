import type { MatineeDatabase } from './database';
import type { Log } from './log';

/** The environment of the worker's parts: created by main, replaced by tests. */
export type AppContext = Readonly<{
  /** Throws a HandlerError (`storage-…`) while it cannot be used. */
  database: MatineeDatabase;
  fetch: typeof fetch;
  /** Aborts every request of `fetch` in flight. */
  stopRequests: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  /** The build's default tracker address; the settings may name another. */
  defaultBaseUrl: string;
  version: string;
  log: Log;
}>;
