/**
 * Which sources of a connector have answered on each of the last days: number of the day since 1970 → ladder of
 * a reading (`title0 year-`) → readings.
 */
export type LadderDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Days that are kept. */
const KEPT = 14;

/** The days with one more reading. `now` in milliseconds since 1970. */
export function withLadder(days: LadderDays | undefined, ladder: string, now: number): LadderDays {
  const today = Math.floor(now / 86_400_000);
  const kept = Object.entries(days ?? {}).filter(([day]) => Number(day) > today - KEPT);
  const seen = days?.[today];
  return { ...Object.fromEntries(kept), [today]: { ...seen, [ladder]: (seen?.[ladder] ?? 0) + 1 } };
}
