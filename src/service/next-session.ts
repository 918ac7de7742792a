/** Documented: watched from 90 %. Of the two wordings shown, "reaching 90 % or more" is taken: exactly 90 % counts. */
export const watchedFrom = 0.9;

/** Both in seconds. Compared as whole numbers, because 0.9 has no exact binary form. */
export function isWatched(progress: number, duration: number): boolean {
  return progress * 10 >= duration * 9;
}

/**
 * What an update does to the latest session of the same person and media.
 * - `begin`: there is none, or the last one was watched and this is below 90 % again: a rewatch.
 * - `watch`: the open session reaches 90 %: one history entry.
 * - `move`: only the position changes. After 90 % that makes a repeated or later update harmless.
 * An open session goes on whatever the day.
 */
export function nextStep(
  latest: { readonly watched: boolean } | undefined,
  update: { readonly progress: number; readonly duration: number },
): 'begin' | 'watch' | 'move' {
  const watched = isWatched(update.progress, update.duration);
  if (latest === undefined || (latest.watched && !watched)) return 'begin';
  return watched && !latest.watched ? 'watch' : 'move';
}
