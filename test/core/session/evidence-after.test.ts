import { describe, expect, test } from 'vitest';
import type { StoredEvidence } from '../../../src/core/session/earlier-evidence';
import { evidenceAfter } from '../../../src/core/session/stored-evidence';
import { itemKey } from '../../../src/core/media/item-key';
import type { Session, Update } from '../../../src/core/session/session';
import { idleWatch, watching, type Transition } from '../../../src/core/session/tab-watch';

const now = 1_000_000;
const item = { type: 'movie', title: 'Sintel' } as const;
const key = itemKey(item);
const session: Session = {
  id: 'session',
  siteId: 'cinema',
  identity: 'sintel',
  item,
  confidence: 1,
  startedAt: 0,
  playback: { state: 'playing', position: 300, duration: 900, rate: 1, at: now },
  played: [[0, 300]],
  crossed: false,
};
const crossed: Session = { ...session, crossed: true };
const update: Update = {
  sessionId: 'session',
  cause: 'tick',
  position: 300,
  duration: 900,
  crossing: false,
  at: now,
};
const crossing: Update = { ...update, cause: 'crossing', position: 850, crossing: true };
const kept = { id: 'session', account: 'a', key, duration: 900, played: [[0, 300] as const], at: now };
const ofOther = { ...kept, id: 'other', key: 'movie:elephants dream' };
const viewing = { account: 'a', private: false, now };
const nothing: StoredEvidence = { recentlyWatched: {}, earlier: [] };
const step = (change: Partial<Transition>): Transition => ({
  watch: watching(session),
  updates: [],
  ...change,
});

describe('what a transition leaves for later sessions', () => {
  test.each<readonly [string, Partial<Transition>, StoredEvidence, StoredEvidence]>([
    [
      'an update keeps the parts that were played',
      { updates: [update] },
      nothing,
      { recentlyWatched: {}, earlier: [kept] },
    ],
    [
      'so does the end of a session without an update',
      { watch: idleWatch, closed: session },
      nothing,
      { recentlyWatched: {}, earlier: [kept] },
    ],
    [
      'a crossing notes the item and removes all evidence of it, also of other sessions',
      { watch: watching(crossed), updates: [crossing] },
      { recentlyWatched: {}, earlier: [{ ...kept, id: 'yesterday' }, ofOther] },
      { recentlyWatched: { [key]: now }, earlier: [ofOther] },
    ],
    [
      'a position below 90 % after a crossing begins another viewing',
      { updates: [update] },
      { recentlyWatched: { [key]: now - 1, other: now }, earlier: [] },
      { recentlyWatched: { other: now }, earlier: [kept] },
    ],
    [
      'an advertisement leaves nothing',
      { watch: idleWatch, closed: session, wasAd: true },
      { recentlyWatched: {}, earlier: [ofOther, kept] },
      { recentlyWatched: {}, earlier: [ofOther] },
    ],
  ])('%s', (_name, change, before, after) => {
    expect(evidenceAfter(step(change), before, viewing)).toEqual(after);
  });

  test('of a private window, the parts that were played are not kept', () => {
    const after = evidenceAfter(step({ updates: [update] }), nothing, { ...viewing, private: true });
    expect(after).toEqual(nothing);
  });

  test.each<readonly [string, Partial<Transition>]>([
    ['without a session', { watch: idleWatch }],
    ['without an update', {}],
    ['of an item that was watched before', { watch: idleWatch, closed: crossed }],
  ])('a transition %s leaves both lists as they are', (_name, change) => {
    const after = evidenceAfter(step(change), nothing, viewing);
    expect(after.recentlyWatched).toBe(nothing.recentlyWatched);
    expect(after.earlier).toBe(nothing.earlier);
  });
});
