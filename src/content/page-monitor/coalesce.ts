/**
 * Returns a function that accepts requests at any moment. `prepare` handles one request at a time, and starts
 * only after `handle` has used the previous result. Of the requests that arrive meanwhile only the latest is
 * kept; a minor one never replaces a waiting one. Nothing runs after `signal` was aborted.
 */
export function coalesce<Request, Result>(
  prepare: (request: Request) => Promise<Result>,
  handle: (request: Request, result: Result) => Promise<void>,
  isMinor: (request: Request) => boolean,
  signal: AbortSignal,
): (request: Request) => void {
  let isPreparing = false;
  let waiting: Request | undefined;

  async function run(request: Request): Promise<void> {
    if (signal.aborted) return;
    if (isPreparing) {
      waiting = isMinor(request) ? (waiting ?? request) : request;
      return;
    }
    isPreparing = true;
    const result = await prepare(request).finally(() => (isPreparing = false));
    if (signal.aborted) return;
    await handle(request, result);
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) void run(next);
  }

  return (request) => void run(request);
}
