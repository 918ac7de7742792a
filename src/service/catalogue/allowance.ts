import { CatalogueError } from './catalogue-error';

/** The number of requests to the film database that one answer may cost. */
export type Allowance = Readonly<{
  /** Takes one request. Throws a `CatalogueError` with the code `spent` when none is left. */
  take(): void;
  /** A request was refused, so "nothing found" does not mean that there is nothing. */
  hasRefused: boolean;
}>;

export type AllowanceOptions = Readonly<{
  requests: number;
  /** Milliseconds within which requests may begin. Clients wait 20 s for an answer. */
  timeMs?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}>;

export function createAllowance({
  requests,
  timeMs = 10_000,
  now = () => performance.now(),
}: AllowanceOptions): Allowance {
  const until = now() + timeMs;
  let left = requests;
  let hasRefused = false;
  return {
    take() {
      if (now() >= until) throw new CatalogueError('unreachable', 'The film database answers too slowly');
      hasRefused ||= left === 0;
      if (left === 0) throw new CatalogueError('spent', 'The question has cost all requests that it may');
      left -= 1;
    },
    get hasRefused() {
      return hasRefused;
    },
  };
}
