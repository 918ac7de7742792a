/**
 * Which sources of a connector have answered on each of the last days: number of the day since 1970 → ladder of
 * a reading (`title0 year-`) → readings.
 */
export type LadderDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Days with readings that are kept. */
const KEPT = 14;

/** The days with one more reading. `now` in milliseconds since 1970. */
export function withLadder(days: LadderDays | undefined, ladder: string, now: number): LadderDays {
  const today = Math.floor(now / 86_400_000);
  const seen = days?.[today] ?? {};
  const all: LadderDays = { ...days, [today]: { ...seen, [ladder]: (seen[ladder] ?? 0) + 1 } };
  // The keys of an object that are whole numbers are in their order.
  return Object.fromEntries(Object.entries(all).slice(-KEPT));
}
