import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { Viewing } from '../../ui/history/viewing-of';

/** The updates of one viewing, newest first. */
export type ViewingGroup = Readonly<{
  /** The session's id. */
  id: string;
  newest: ActivityEntry;
  entries: readonly ActivityEntry[];
  /** The viewing in the history; `undefined` if its crossing was not accepted. */
  recorded: Viewing | undefined;
}>;

export type DayGroup = Readonly<{
  /** Midnight in local time, in milliseconds since 1970. */
  day: number;
  viewings: readonly ViewingGroup[];
}>;

/** The entries, newest first, by the local day of the last update of their viewing, and by viewing. */
export function groupActivity(entries: readonly ActivityEntry[]): readonly DayGroup[] {
  const bySession = groupBy(entries, ({ sessionId }) => sessionId);
  const viewings = [...bySession].flatMap(([id, own]) => {
    const [newest] = own;
    return newest === undefined ? [] : [{ id, newest, entries: own, recorded: recordedOf(own) }];
  });
  const byDay = groupBy(viewings, ({ newest }) => new Date(newest.at).setHours(0, 0, 0, 0));
  return [...byDay].map(([day, own]) => ({ day, viewings: own }));
}

function groupBy<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

function recordedOf(entries: readonly ActivityEntry[]): Viewing | undefined {
  const found = entries.find(({ answer, cause }) => answer === 'accepted' && cause === 'crossing');
  if (found?.media === undefined) return undefined;
  const { sessionId, media, position, duration, at } = found;
  return { id: sessionId, media, position, duration, at };
}
