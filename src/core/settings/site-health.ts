import { defined } from '../values/defined';
import { isRecord } from '../values/is-record';

/**
 * Which sources of a connector have answered on each of the last days: number of the day since 1970 → ladder
 * of a reading (`title0 year-`) → readings.
 */
export type LadderDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Plays on a connector's hosts at addresses that none of its pages matches. Key: the shape of the path;
 * value: how often, and when last (milliseconds since 1970).
 */
type UncoveredPlays = Readonly<Record<string, Readonly<{ plays: number; lastAt: number }>>>;

/** How well a connector has read its site lately on this machine; stored under `health`. */
export type SiteHealth = Readonly<{
  /** Milliseconds since 1970. */
  lastReadAt: number;
  /** The connector's own sources fail and the page's structured data is used. */
  degraded: boolean;
  /** Fields that the connector itself could not fill at the last reading. */
  missing: string[];
  /** The readings of the last days. */
  days?: LadderDays;
  /** Plays at addresses that none of its pages matches. */
  uncovered?: UncoveredPlays;
}>;

export function isSiteHealth(value: unknown): value is SiteHealth {
  if (!isRecord(value)) return false;
  const { lastReadAt, degraded, missing } = value;
  return (
    Number.isFinite(lastReadAt) &&
    typeof degraded === 'boolean' &&
    Array.isArray(missing) &&
    missing.every((one) => typeof one === 'string')
  );
}

/** Number of days with readings to keep. */
const KEPT = 14;
/** The same reading is counted once per interval, in milliseconds. */
const INTERVAL = 600_000;

interface RatedReading extends Pick<SiteHealth, 'degraded' | 'missing'> {
  readonly ladder?: string | undefined;
}

/** The health with one more reading; `undefined`: the same was counted a short time ago. */
export function nextHealth(
  before: SiteHealth | undefined,
  { degraded, missing, ladder = '' }: RatedReading,
  now: number,
): SiteHealth | undefined {
  const isSame = before?.degraded === degraded && String(before.missing) === String(missing);
  if (isSame && now - before.lastReadAt < INTERVAL) return undefined;
  const days = counted(before?.days ?? {}, Math.floor(now / 86_400_000), ladder);
  return { lastReadAt: now, degraded, missing, days, ...defined({ uncovered: before?.uncovered }) };
}

/** The last days with one more reading of today. */
function counted(known: LadderDays, today: number, ladder: string): LadderDays {
  const seen = known[today] ?? {};
  const days: LadderDays = { ...known, [today]: { ...seen, [ladder]: (seen[ladder] ?? 0) + 1 } };
  // JavaScript sorts integer keys in ascending order.
  return Object.fromEntries(Object.entries(days).slice(-KEPT));
}
