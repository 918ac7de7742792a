/**
 * Milliseconds since 1970 by a clock that only goes forward: the time at which the page was loaded, plus the
 * time since then. The computer's clock can be set back or forward while a film plays. Where the browser does
 * not count the time for which the computer sleeps, this clock does not either.
 */
export function monotonicNow(): number {
  return performance.timeOrigin + performance.now();
}
