import { language } from '../../platform/browser/i18n';

/** Seconds as `1:02:03` or `2:03`; anything but a positive finite number is `0:00`. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds as hours and minutes in words of the language, "1 hr 42 min", which no end of a line parts. */
export function runningTime(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    { unit: 'hour', value: Math.floor(minutes / 60) },
    { unit: 'minute', value: minutes % 60 },
  ].filter(({ value }) => value > 0);
  return parts
    .map(({ unit, value }) =>
      new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ')
    .replaceAll(' ', '\u00A0');
}

/** The distance of two times (ms since 1970) in the largest unit that fits: "2 min. ago", "in 3 hr.". */
export function relative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'short' });
  const size = Math.abs(seconds);
  if (size < 45) return format.format(0, 'second');
  if (size < 45 * 60) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 22 * 3600) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}

/** As `relative`, of an attempt that is made soon although its time has come: "now", "in 3 min.". */
export function upcoming(at: number, now: number): string {
  return relative(Math.max(at, now), now);
}

/** A time in ms since 1970, in the format of the language. */
export function dateAndTime(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The time of day, of a time in ms since 1970. */
export function timeOnly(at: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(at);
}

/** A time in ms since 1970 with its seconds, for logs. */
export function timeWithSeconds(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** Formats `YYYY-MM-DD` or anything else that `Date.parse` reads; returns other texts unchanged. */
export function dateOnly(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at)
    ? date
    : new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

/** Formats `YYYY-MM` as the month of a year. */
export function monthOnly(month: string): string {
  const format = new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(month));
}

/** Names in a row, as the language writes them: "title, year". */
export function listText(names: string[]): string {
  return new Intl.ListFormat(language(), { style: 'narrow' }).format(names);
}

/** A share from 0 to 1 as whole percent. */
export function percent(part: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
}

/** A day, given as its midnight: "today", "yesterday", or its date with the day of the week. */
export function dayName(midnight: number, now: number): string {
  const days = Math.round((midnight - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
  const name =
    days > -2
      ? new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(language(), { dateStyle: 'full' }).format(midnight);
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}
