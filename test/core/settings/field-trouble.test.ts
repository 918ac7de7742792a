import { expect, test } from 'vitest';
import { fieldTroubles } from '../../../src/core/settings/field-trouble';
import { nextHealth, type LadderDays, type SiteHealth } from '../../../src/core/settings/site-health';

const DAY = 86_400_000;
/** Milliseconds between two readings that are counted. */
const INTERVAL = 600_000;
const fine = { degraded: false, missing: [] };

/** The readings of one day after the other, from day 100 on. */
function daysOf(...ladders: readonly (readonly string[])[]): LadderDays {
  let health: SiteHealth | undefined;
  for (const [index, list] of ladders.entries())
    for (const [turn, ladder] of list.entries())
      health = nextHealth(health, { ...fine, ladder }, (100 + index) * DAY + turn * INTERVAL);
  return health?.days ?? {};
}

const good = ['title0 year0', 'title0 year0', 'title0 year0'];

test('readings are counted by day, and those of the last 14 days that have any are kept', () => {
  const days = daysOf(good, ['title1 year0'], ...Array.from({ length: 13 }, () => ['title0']));
  expect(Object.keys(days)).toHaveLength(14);
  expect(days['100']).toBeUndefined();
  expect(daysOf(good, ['title1 year0', 'title0 year0'])).toEqual({
    100: { 'title0 year0': 3 },
    101: { 'title1 year0': 1, 'title0 year0': 1 },
  });
});

test('a site that is read as always has no trouble, and neither has one that never gave a field', () => {
  expect(fieldTroubles(daysOf(good, good))).toEqual([]);
  expect(fieldTroubles(daysOf(['title0 year-'], ['title0 year-', 'title0 year-']))).toEqual([]);
  expect(fieldTroubles()).toEqual([]);
});

test('one bad reading is none: the page was still loading', () => {
  expect(fieldTroubles(daysOf(good, ['title- year0']))).toEqual([]);
  expect(fieldTroubles(daysOf(good, ['title- year0', 'title0 year0']))).toEqual([]);
});

test('a field that no source gives any more is missing since the first such day', () => {
  const days = daysOf(good, good, ['title- year0', 'title- year0'], ['title- year0']);
  expect(fieldTroubles(days)).toEqual([{ field: 'title', kind: 'missing', since: 102 * DAY }]);
});

test('a field that only a later source gives is told apart from one that is missing', () => {
  const days = daysOf(good, ['title2 year0', 'title3 year0']);
  expect(fieldTroubles(days)).toEqual([{ field: 'title', kind: 'lower', since: 101 * DAY }]);
});

test('a source that answered on some readings only is not the usual one', () => {
  const days = daysOf(['title0', 'title1', 'title1', 'title1'], ['title1', 'title1']);
  expect(fieldTroubles(days)).toEqual([]);
});

test('a field that differs from the structured data since some day is named, one that always did is not', () => {
  const differing = ['title0 year0 title!', 'title0 year0 title!'];
  expect(fieldTroubles(daysOf(good, differing))).toEqual([
    { field: 'title', kind: 'differs', since: 101 * DAY },
  ]);
  expect(fieldTroubles(daysOf(differing, differing))).toEqual([]);
});

test('what is missing comes first', () => {
  const days = daysOf(good, ['title1 year-', 'title1 year-']);
  expect(fieldTroubles(days).map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'year missing',
    'title lower',
  ]);
});

test('the same reading is counted again after ten minutes, another one at once', () => {
  const first = nextHealth(undefined, { ...fine, ladder: 'title0' }, 0);
  expect(nextHealth(first, { ...fine, ladder: 'title0' }, INTERVAL - 1)).toBeUndefined();
  expect(nextHealth(first, { ...fine, ladder: 'title0' }, INTERVAL)?.days).toEqual({ 0: { title0: 2 } });
  const worse = { degraded: true, missing: ['title'], ladder: 'title-' };
  expect(nextHealth(first, worse, 1)).toEqual({
    lastReadAt: 1,
    degraded: true,
    missing: ['title'],
    days: { 0: { title0: 1, 'title-': 1 } },
  });
});
