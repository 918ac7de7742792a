import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../src/core/outbox/outbox-view';
import { activityCsv } from '../../../src/options/activity/activity-section';

const entry: ActivityEntry = {
  id: 1,
  at: Date.UTC(2026, 10, 21),
  sessionId: 's',
  siteId: 'cinema',
  item: { type: 'movie', title: 'Charade' },
  position: 12.6,
  duration: 100,
  cause: 'tick',
  answer: 'accepted',
  status: 200,
};
const titleOf = (title: string) =>
  activityCsv([{ ...entry, item: { type: 'movie', title } }])
    .split('\r\n')[1]
    ?.split('cinema,movie,')[1] ?? '';

test('has a header, one line per entry, and a byte order mark so that spreadsheets read it as UTF-8', () => {
  const lines = activityCsv([entry, entry]).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^\uFEFFtime,site,type,title,/);
  expect(lines[1]).toBe('2026-11-21T00:00:00.000Z,cinema,movie,Charade,,,,,,13,100,tick,accepted,200,,');
});

test.each([
  ['=HYPERLINK("http://a")'],
  ['+1'],
  ['-1'],
  ['@SUM(A1)'],
  ['\t=1'],
  ['  =1'],
  ['\r=1'],
  ['＝1'],
  ['\u200B=1'],
])('%j is no formula any more', (title) => {
  expect(titleOf(title)).toMatch(/^"?'/);
});

test('quotes commas, quotation marks and line breaks', () => {
  expect(titleOf('a, "b"\nc')).toMatch(/^"a, ""b""\nc",/);
});

test('does not change negative numbers', () => {
  expect(
    activityCsv([
      { ...entry, item: { type: 'episode', seriesTitle: 'A-B', seasonNumber: 0, episodeNumber: 1 } },
    ]),
  ).toContain(',A-B,0,1,');
});
