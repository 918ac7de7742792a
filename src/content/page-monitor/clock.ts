/**
 * Milliseconds since 1970 on a clock that never jumps: the load time of the page plus the time since then.
 * The computer's clock may be set while a film plays. If the browser does not count sleep of the computer,
 * neither does this clock.
 */
export function monotonicNow(): number {
  return performance.timeOrigin + performance.now();
}
