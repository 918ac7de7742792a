/**
 * The rule of the tracker, in a few lines: a position below 90 % after a watched one begins another viewing,
 * and reaching 90 % adds one entry to the history.
 */
export interface ToyTracker {
  /** By account and media: whether the present viewing has reached 90 %. */
  readonly watched: Map<string, boolean>;
  readonly history: HistoryEntry[];
}

export interface HistoryEntry {
  readonly account: Account;
  /** `tmdbId`. */
  readonly id: number;
}

export type Account = 'me' | 'you';
export const accounts: readonly Account[] = ['me', 'you'];

export function emptyTracker(): ToyTracker {
  return { watched: new Map(), history: [] };
}

/** Takes one update. Position and duration in whole seconds. */
export function receive(
  { watched, history }: ToyTracker,
  { account, id }: HistoryEntry,
  { position, duration }: { readonly position: number; readonly duration: number },
): void {
  const key = `${account} ${id}`;
  const before = watched.get(key);
  const reaches = position * 10 >= duration * 9;
  const isNew = before === undefined || (before && !reaches);
  if (reaches && (isNew || !before)) history.push({ account, id });
  watched.set(key, reaches || (!isNew && before));
}
