/**
 * One step or error of the worker, kept on this machine for the search of problems. Holds no title and no
 * address.
 */
export interface LogEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly level: 'error' | 'info' | 'debug';
  /** A code such as `session-started`. */
  readonly event: string;
  /** Codes that say more: an outcome, a cause, an HTTP status. */
  readonly detail?: string;
  readonly siteId?: string;
  readonly tabId?: number;
  readonly sessionId?: string;
}
