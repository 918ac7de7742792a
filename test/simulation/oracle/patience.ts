/** A request that the worker has sent. Times in milliseconds of the world's clock. */
export interface Asking {
  readonly path: string;
  /** Of its `Authorization` header; empty without one. */
  readonly token: string;
  readonly sentAt: number;
}

/** What the tracker's answers have told the worker to leave alone, and the requests that came nevertheless. */
export interface Patience {
  readonly hasty: () => number;
  readonly requested: (request: Asking) => void;
  /** An answer has arrived. `seconds`: for how long it asks for no more requests, where it does. */
  readonly answered: (request: Asking, status: number, seconds: number) => void;
  /** Something may have come before the worker could store what it was told. */
  readonly mayForget: () => void;
  readonly mayForgetToWait: () => void;
}

/** Milliseconds in which a worker has stored an answer, also where each answer of the browser takes a while. */
const STORING = 2_000;
/** Milliseconds, with some to spare: after a failure nothing is sent for at least a second. */
const SHORTEST_WAIT = 950;

export function createPatience(now: () => number): Patience {
  const refused = new Map<string, number>();
  let hasty = 0;
  let since = 0;
  let until = 0;
  const waitFor = (milliseconds: number) => {
    since = now();
    until = Math.max(until, now() + milliseconds);
  };
  const mayForgetToWait = () => {
    until = 0;
  };
  return {
    hasty: () => hasty,
    requested({ path, token, sentAt }) {
      if (path.startsWith('/auth/')) return;
      const isEarly = sentAt > since && now() < until;
      if (isEarly || sentAt > (refused.get(token) ?? Infinity) + STORING) hasty++;
    },
    answered({ path, token }, status, seconds) {
      if (seconds > 0) waitFor(seconds * 1000 - 1_000);
      // Another failure may be about its title only.
      else if (status >= 500 && path === '/scrobble') waitFor(SHORTEST_WAIT);
      if (status === 401) refused.set(token, now());
    },
    mayForget() {
      mayForgetToWait();
      refused.clear();
    },
    mayForgetToWait,
  };
}
