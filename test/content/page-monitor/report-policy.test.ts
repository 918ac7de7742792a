import { expect, test } from 'vitest';
import type { PageSnapshot } from '../../../src/content/reader/snapshot';
import {
  applyAnswer,
  closingSnapshot,
  decideReport,
  INITIAL_REPORT_STATE,
  nextDelay,
  type ReportState,
} from '../../../src/content/page-monitor/report-policy';
import { pollSeconds, settledPollSeconds } from '../../../src/core/session/thresholds';

const now = 1_000_000;
const playback = { state: 'playing', position: 10, duration: 600, rate: 1, at: now, source: 'a' } as const;
const reading = { item: {}, identity: 'one', confidence: 1, degraded: false, missing: [] };
const playing: PageSnapshot = { playback, reading };
const reported = decideReport(INITIAL_REPORT_STATE, 'start', playing, now, now).state;

test.each<[string, ReportState, Parameters<typeof decideReport>[1], PageSnapshot, string | undefined]>([
  ['the first tick is reported', INITIAL_REPORT_STATE, 'tick', playing, 'tick'],
  ['a tick without news is not', reported, 'tick', playing, undefined],
  [
    'a position where the worker expects it is no news',
    reported,
    'tick',
    { ...playing, playback: { ...playback, position: 14 } },
    undefined,
  ],
  [
    'a position elsewhere is: the computer has slept, or its clock was set',
    reported,
    'tick',
    { ...playing, playback: { ...playback, position: 15 } },
    'tick',
  ],
  [
    'the position of an advertisement is not',
    decideReport(reported, 'item', { ...playing, gate: 'ad' }, now, now).state,
    'tick',
    { ...playing, gate: 'ad', playback: { ...playback, position: 90 } },
    undefined,
  ],
  ['another title is', reported, 'tick', { ...playing, reading: { ...reading, identity: 'two' } }, 'tick'],
  ['another state is', reported, 'tick', { ...playing, playback: { ...playback, state: 'paused' } }, 'tick'],
  ['an event is always reported', reported, 'pause', playing, 'pause'],
  ['a tick is reported when one is due', { ...reported, dueAt: now }, 'tick', playing, 'tick'],
  ['a tick is not reported before', { ...reported, dueAt: now + 1 }, 'tick', playing, undefined],
  ['a missing player is not lost at once', { ...reported, missingSince: now - 10_000 }, 'item', {}, 'item'],
  ['after 10 s it is', { ...reported, missingSince: now - 10_001 }, 'tick', {}, 'lost'],
])('%s', (_, state, cause, snapshot, expected) => {
  expect(decideReport(state, cause, snapshot, now, now).cause).toBe(expected);
});

test('an unanswered report is due again after 0.5 s, then ever later, at most after 10 s', () => {
  let state = reported;
  const delays = Array.from({ length: 7 }, () => {
    state = applyAnswer(state, undefined, now);
    return state.dueAt - now;
  });
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(decideReport({ ...state, dueAt: Infinity }, 'tick', playing, now, now).cause).toBe('tick');
  expect(applyAnswer(state, { again: 2 }, now)).toMatchObject({ failures: 0, dueAt: now + 2_000 });
  expect(applyAnswer(state, {}, now).dueAt).toBe(Infinity);
});

const rest = { isPlaying: false, isSettled: false, pollsAddress: false };
test.each<[string, Partial<ReportState>, Partial<typeof rest>, number]>([
  ['at rest not at all', {}, {}, Infinity],
  ['while it plays at the poll interval', {}, { isPlaying: true }, pollSeconds],
  ['less often where nothing changes', {}, { isPlaying: true, isSettled: true }, settledPollSeconds],
  ['where the worker asked, then', { dueAt: now + 3_000 }, { isPlaying: true }, 3],
  ['never at once', { dueAt: now - 1 }, {}, 0.25],
  ['often while a player is expected', { missingSince: now - 29_999 }, {}, 1.5],
  ['less often after half a minute', { missingSince: now - 30_000 }, {}, pollSeconds],
  ['for a new address every 10 s', {}, { pollsAddress: true }, 10],
])('the page is looked at again %s', (_, state, activity, seconds) => {
  expect(nextDelay({ ...INITIAL_REPORT_STATE, ...state }, { ...rest, ...activity }, now)).toBe(seconds);
});

test.each<[string, PageSnapshot, number, number | undefined]>([
  ['where it has played on', playing, 14, 14],
  ['where it was last looked at, if the position is another medium’s', playing, 3, 10],
  ['where it was last looked at, if the position is too far', playing, 40, 10],
  ['not where it was paused', { ...playing, playback: { ...playback, state: 'paused' } }, 10, undefined],
  ['not during an advertisement', { ...playing, gate: 'ad' }, 14, undefined],
])('the last position of a replaced title is reported %s', (_, snapshot, position, expected) => {
  const closing = closingSnapshot(snapshot, { position, at: now + 4_000, rate: 1 });
  expect(closing?.playback?.position).toBe(expected);
});
