import { toIsoDay } from './zoned-time';

const DAY_MS = 86_400_000;

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
