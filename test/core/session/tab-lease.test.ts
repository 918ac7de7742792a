import { describe, expect, test } from 'vitest';
import { claim, handOver, readLeases, release, type Lease } from '../../../src/core/session/tab-lease';
import type { Playback } from '../../../src/core/session/observation';
import type { Session } from '../../../src/core/session/session';

const holder: Lease = { tabId: 1, playing: true, visible: true, at: 1_000_000, others: [] };
const by = (change: object) => ({ tabId: 2, playing: true, visible: true, at: 1_001_000, ...change });
const session = { id: 's' } as Session;

describe('of two tabs with the same item', () => {
  test.each([
    ['the first one keeps it while both are seen playing', holder, by({}), 'other'],
    ['a hidden one that plays does not take it from a visible one', holder, by({ visible: false }), 'other'],
    [
      'a paused one does not take it from a playing one',
      { ...holder, visible: false },
      by({ playing: false }),
      'other',
    ],
    ['the visible one takes it from a hidden one', { ...holder, visible: false }, by({}), 'take'],
    [
      'the playing one takes it from a paused one',
      { ...holder, playing: false },
      by({ visible: false }),
      'take',
    ],
    ['one that has long been silent loses it', holder, by({ at: holder.at + 301_000 }), 'take'],
    ['the holder itself goes on', holder, by({ tabId: 1, playing: false }), 'own'],
    ['nobody holds it: it is free', undefined, by({}), 'take'],
  ])('%s', (_, lease, report, expected) => {
    expect(claim(lease, report, 300).kind).toBe(expected);
  });
});

test('what a leaving tab held waits for the other, and goes on there as the same session', () => {
  const both = claim(holder, by({}), 300).lease;
  const left = release(both, 1, session);
  expect(left?.left).toBe(session);
  const decision = claim(left, by({}), 300);
  expect(decision).toMatchObject({ kind: 'take', from: { session } });
});

test('with nobody waiting, or when the last one who waited goes, nothing stays behind', () => {
  expect(release(holder, 1, session)).toBeUndefined();
  const left = release(claim(holder, by({}), 300).lease, 1, session);
  expect(left && release(left, 2, undefined)).toBeUndefined();
});

describe('a session of 20 s of a film of 90 s, in a tab', () => {
  const playback: Playback = { state: 'playing', position: 20, duration: 90, rate: 1, at: 20_000 };
  const other = { ...session, identity: 'film', siteId: 'site', playback } as Session;
  const handedTo = (change: Partial<Playback>) =>
    handOver(other, { identity: 'film', siteId: 'site', playback: { ...playback, at: 500, ...change } });

  test('with the same medium goes on at its position', () => {
    expect(handedTo({ position: 40 })).toMatchObject({
      phase: 'interrupted',
      session: { playback: { position: 40, at: 500 } },
    });
  });

  test('with a medium of another length keeps its own place, by the clock of that tab', () => {
    expect(handedTo({ position: 1, duration: 84 })).toMatchObject({
      phase: 'interrupted',
      session: { playback: { position: 20, duration: 90, state: 'paused', at: 500 } },
    });
  });

  test('that stands at its end does not go on', () => {
    expect(handedTo({ position: 90, state: 'ended' })).toBeUndefined();
  });
});

test.each([
  [undefined],
  [null],
  ['text'],
  [{ key: null }],
  [{ key: { tabId: 'x', at: 1, others: [] } }],
  [{ key: { tabId: 1, at: Number.NaN, others: [] } }],
])('stored leases of a wrong shape are none: %j', (stored) => {
  expect(readLeases(stored)).toEqual({});
});
