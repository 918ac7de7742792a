import { expect, test } from 'vitest';
import {
  weekOf,
  weekdayOf,
  yearOf,
  beginOfDay,
  dayAt,
  isZone,
  readIsoDay,
  readLocalTime,
  toIsoDay,
  toLocalTime,
} from '../../../src/core/library/zoned-time';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['UTC', '2026-01-15T23:30:00Z', '2026-01-15'],
  ['Europe/Berlin', '2026-01-15T23:30:00Z', '2026-01-16'],
  ['America/Los_Angeles', '2026-01-15T07:59:59Z', '2026-01-14'],
  ['Asia/Kathmandu', '2026-01-15T18:15:00Z', '2026-01-16'],
  ['Pacific/Kiritimati', '2026-01-15T10:00:00Z', '2026-01-16'],
])('in %s the day at %s is %s', (zone, time, day) => {
  expect(toIsoDay(dayAt(zone, at(time)))).toBe(day);
});

test.each([
  ['Europe/Berlin', '2026-03-29T12:00', '2026-03-29T10:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
  ['America/New_York', '2026-07-04T20:15', '2026-07-05T00:15:00.000Z'],
  // The hour that clocks leave out, and the one that they repeat.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
])('in %s the clocks show %s at %s', (zone, local, time) => {
  expect(new Date(readLocalTime(zone, local) ?? 0).toISOString()).toBe(time);
  if (!local.startsWith('2026-03-29T02')) expect(toLocalTime(zone, at(time))).toBe(local);
});

test('each moment of ten years lies in the day that begins before it and ends after it', () => {
  for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Africa/Cairo', 'Australia/Lord_Howe']) {
    for (let time = at('2016-01-01T00:00Z'); time < at('2026-01-01T00:00Z'); time += 17 * 3_599_000) {
      const day = dayAt(zone, time);
      expect(beginOfDay(zone, day), `${zone} ${new Date(time).toISOString()}`).toBeLessThanOrEqual(time);
      expect(beginOfDay(zone, day + 1)).toBeGreaterThan(time);
    }
  }
});

test('days, weekdays and weeks are those of the calendar', () => {
  const day = (iso: string) => readIsoDay(iso) ?? Number.NaN;
  expect([weekdayOf(day('2026-01-15')), weekOf(day('2026-01-15')), yearOf(day('2026-01-15'))]).toEqual([
    3, 3, 2026,
  ]);
  expect([weekOf(day('2027-01-01')), weekOf(day('2026-12-28')), weekOf(day('2024-12-30'))]).toEqual([
    53, 53, 1,
  ]);
  expect(readIsoDay('2026-02-30')).toBeUndefined();
  expect([isZone('Europe/Berlin'), isZone('Nowhere/Town'), isZone('')]).toEqual([true, false, false]);
});
