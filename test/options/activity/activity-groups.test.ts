import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../src/core/outbox/outbox-view';
import { groupActivity } from '../../../src/options/activity/activity-days';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
let id = 100;
const entry = (sessionId: string, time: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: id--,
  at: time,
  sessionId,
  siteId: 'netflix',
  item: { type: 'movie', title: sessionId },
  media: { type: 'movie', tmdbId: 1 },
  position: 100,
  duration: 1000,
  cause: 'tick',
  answer: 'accepted',
  ...more,
});

const days = groupActivity([
  entry('late', at(22, 1), { cause: 'crossing', position: 920 }),
  entry('late', at(21, 23)),
  entry('evening', at(21, 21), { cause: 'crossing', position: 910, answer: 'failed' }),
  entry('evening', at(21, 20)),
]);

test('updates are grouped by local day and viewing; a viewing belongs to the day of its last update', () => {
  expect(days.map(({ viewings }) => viewings.map((one) => [one.id, one.entries.length]))).toEqual([
    [['late', 2]],
    [['evening', 2]],
  ]);
  expect(days[0]?.day).toBe(at(22, 0));
});

test('a viewing is in the history once its crossing was accepted', () => {
  expect(days[0]?.viewings[0]?.recorded).toMatchObject({ id: 'late', position: 920, at: at(22, 1) });
  expect(days[1]?.viewings[0]?.recorded).toBeUndefined();
});
