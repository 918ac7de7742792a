import { expect, test } from 'vitest';
import { isDue } from '../../../src/options/catalogue/look-at-catalogue';

const HOUR = 3_600_000;
const tracker = 'https://tracker.test/api/v1';
const state = { tracker, checkedAt: 100 * HOUR };

test.each([
  ['5 hours later, as at a start of the browser', 5, false, false],
  ['6 hours later', 6, false, true],
  ['half an hour later, while a site has changed', 0.5, true, false],
  ['an hour later, while a site has changed', 1, true, true],
  ['after the clock was set back', -1, false, true],
])('%s', (_, hours, degraded, due) => {
  const now = state.checkedAt + hours * HOUR;
  expect(isDue(state, tracker, { netflix: { degraded } }, now)).toBe(due);
});

test('another tracker is asked at once', () => {
  expect(isDue(state, 'https://other.test/api/v1', {}, state.checkedAt)).toBe(true);
});
