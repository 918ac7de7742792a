export interface Stages<Request, Result> {
  /** Runs for one request at a time. */
  readonly prepare: () => Promise<Result>;
  /** Uses what `prepare` returned. The next request can be prepared meanwhile. */
  readonly handle: (request: Request, result: Result) => Promise<void>;
  /** A minor request never replaces a waiting one. */
  readonly isMinor: (request: Request) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that accepts requests at any moment. Of those that arrive while another is prepared only the latest
 * is kept; it runs after that one was handled. Nothing runs after `signal` was aborted.
 */
export function coalesce<Request, Result>(stages: Stages<Request, Result>): (request: Request) => void {
  const { prepare, handle, isMinor, signal } = stages;
  let isPreparing = false;
  let waiting: Request | undefined;

  async function run(request: Request): Promise<void> {
    if (signal.aborted) return;
    if (isPreparing) {
      if (waiting === undefined || !isMinor(request)) waiting = request;
      return;
    }
    isPreparing = true;
    const result = await prepare();
    isPreparing = false;
    if (signal.aborted) return;
    await handle(request, result);
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) void run(next);
  }

  return (request) => void run(request);
}
