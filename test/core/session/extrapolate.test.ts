import { describe, expect, test } from 'vitest';
import { extrapolate } from '../../../src/core/session/watched-threshold';
import { reduceSession } from '../../../src/core/session/reducer';
import { type Rules, interruptedWatch, watching, type TabWatch } from '../../../src/core/session/tab-watch';
import type { Session } from '../../../src/core/session/session';

const session: Session = {
  id: 's',
  siteId: 'site',
  identity: 'one',
  item: { type: 'movie', title: 'One' },
  confidence: 1,
  startedAt: 0,
  playback: { state: 'playing', position: 1_000, duration: 2_700, rate: 2, at: 50_000 },
  played: [[900, 1_000]],
  crossed: false,
};
const positionAfter = (seconds: number, changed: Partial<Session> = {}) =>
  extrapolate({ ...session, ...changed }, 50_000 + seconds * 1000, 120).playback.position;

describe('a page that went without a last word', () => {
  test('stands where it must have come to since its last one, at its own speed', () => {
    expect(positionAfter(90)).toBe(1_180);
    expect(extrapolate(session, 140_000, 120).played).toEqual(session.played);
  });

  test.each([
    ['it was paused', 90, { playback: { ...session.playback, state: 'paused' as const } }],
    ['it had been silent for longer than a page that lives', 131, {}],
    ['the clock was set back', -5, {}],
  ])('stands where it last said when %s', (_, seconds, changed) => {
    expect(positionAfter(seconds, changed)).toBe(1_000);
  });

  test('never counts as watched by that alone', () => {
    const late = { playback: { ...session.playback, position: 2_400 } };
    expect(positionAfter(100, late)).toBe(2_429);
    expect(positionAfter(1, { playback: { ...session.playback, position: 2_500 } })).toBe(2_500);
  });
});

test('an interrupted session stays where its own item was last seen', () => {
  const rules: Rules = {
    interval: 120,
    evidence: 0,
    minimumLength: 30,
    films: true,
    episodes: true,
    account: '',
    now: 140_000,
    newId: () => 'next',
    isResumption: () => false,
    earlierEvidence: () => [],
  };
  const unload = { siteId: 'site', leaving: true, missedUnload: true, at: 140_000 };
  const positionLeft = (watch: TabWatch) => reduceSession(watch, unload, rules).closed?.playback.position;
  expect(positionLeft(watching(session))).toBe(1_180);
  expect(positionLeft(interruptedWatch(session))).toBe(1_000);
});
