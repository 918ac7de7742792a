const SECOND_MS = 1000;

const DAY_MS = 86_400_000;

/** Time zones change their offset only at a full quarter of an hour in UTC. */
const SLOT_MS = 900_000;

/** Limit of cached offsets: about a year and a half. */
const CAPACITY = 50_000;

const formats = new Map<string, Intl.DateTimeFormat>();

const offsets = new Map<string, number>();

/** Whether the name is one of the IANA time zones that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The day in the zone at this time (ms since 1970), counted from 1970-01-01. */
export function dayAt(zone: string, at: number): number {
  return Math.floor((at + offsetAt(zone, at)) / DAY_MS);
}

/** The first moment of a day in the zone, in ms since 1970. */
export function beginOfDay(zone: string, day: number): number {
  return timeAt(zone, day * DAY_MS);
}

/**
 * Reads a local time of the zone, such as `2026-01-15T20:30`, in ms since 1970; `undefined` if it is none.
 */
export function readLocalTime(zone: string, text: string): number | undefined {
  const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(local) ? undefined : timeAt(zone, local);
}

/** `2026-01-15T20:30` on the clocks of the zone. */
export function toLocalTime(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16);
}

/** `2026-01-15` */
export function toIsoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Reads `2026-01-15` as a day; `undefined` if it is none. */
export function readIsoDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || toIsoDay(at / DAY_MS) !== text ? undefined : at / DAY_MS;
}

/** The zone's offset from UTC in milliseconds, positive if it is ahead. */
function offsetAt(zone: string, at: number): number {
  if (zone === 'UTC') return 0;
  const slot = Math.floor(at / SLOT_MS) * SLOT_MS;
  const key = `${zone} ${String(slot)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= CAPACITY) offsets.clear();
  const offset = readOffset(zone, slot);
  offsets.set(key, offset);
  return offset;
}

/**
 * A time within the hour skipped in spring is moved forward by that hour; of a time that occurs twice in
 * autumn the first counts.
 */
function timeAt(zone: string, local: number): number {
  const before = offsetAt(zone, local - DAY_MS);
  const first = local - before;
  return offsetAt(zone, first) === before ? first : local - offsetAt(zone, local - offsetAt(zone, first));
}

function readOffset(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / SECOND_MS) * SECOND_MS;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** Days are counted from 1970-01-01. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** From 1 to 12. */
export function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth() + 1;
}

/** Monday is 0. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The first day of a month; month 13 is January of the next year. */
export function firstOfMonth(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) / DAY_MS;
}

/** The ISO 8601 week number: a week belongs to the year that contains most of its days. */
export function weekOf(day: number): number {
  const thursday = day - weekdayOf(day) + 3;
  return Math.floor((thursday - firstOfMonth(yearOf(thursday), 1)) / 7) + 1;
}

/** `2026-01` */
export function toIsoMonth(day: number): string {
  return toIsoDay(day).slice(0, 7);
}
