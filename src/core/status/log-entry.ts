/** One step or error of the worker, kept on this machine for debugging. Holds no title and no address. */
export type LogEntry = Readonly<{
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  level: 'error' | 'info' | 'debug';
  /** A code such as `session-started`. */
  event: string;
  /** More codes: an outcome, a cause, an HTTP status. */
  detail?: string;
  siteId?: string;
  tabId?: number;
  sessionId?: string;
}>;
