import { expect, test } from 'vitest';
import { enqueue, inOrder, type NewEntry, type OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { supersededIds } from '../../../src/core/outbox/schedule';
import { enqueueFor, entryOfAccount, sessionIdOf } from '../../../src/core/outbox/queued-entries';
import type { Update } from '../../../src/core/session/session';

const facts = (account: string): NewEntry => ({
  id: 's',
  account,
  siteId: 'cinema',
  item: { type: 'movie', title: 'Sintel' },
  readConfidence: 1,
  private: false,
});
const update = (position: number): Update => ({
  sessionId: 's',
  cause: 'tick',
  position,
  duration: 900,
  crossing: position > 810,
  at: position,
});

test('each account has an entry of its own, and each keeps what was stored for it', () => {
  const mine = enqueueFor([], facts('me'), update(100));
  const yours = enqueueFor([mine], facts('you'), update(200));
  const nobodys = enqueueFor([mine, yours], facts(''), update(300));
  const all = [mine, yours, nobodys];
  expect(all.map(({ id, account, start }) => [id, account, start?.position])).toEqual([
    ['s', 'me', 100],
    ['s#1', 'you', 200],
    ['s#2', '', 300],
  ]);
  expect(all.map(({ id }) => sessionIdOf(id))).toEqual(['s', 's', 's']);
  expect(enqueueFor([mine, yours], facts('me'), update(400))).toMatchObject({
    id: 's',
    start: { position: 100 },
    latest: { position: 400 },
  });
  expect(entryOfAccount([mine, yours], 'you')).toBe(yours);
});

test('what was recorded while signed out goes on as an entry of the account that signs in', () => {
  const nobodys = enqueueFor([], facts(''), update(100));
  expect(enqueueFor([nobodys], facts('me'), update(200))).toMatchObject({ id: 's', account: 'me' });
});

test('a crossing of another account is preceded by a position below 90 %', () => {
  const mine = enqueueFor([enqueueFor([], facts('me'), update(100))], facts('me'), update(700));
  expect(enqueueFor([mine], facts('you'), update(850))).toMatchObject({
    account: 'you',
    start: { position: 700 },
    crossing: { position: 850 },
  });
});

test('an id that is free again is used again, and never that of another entry', () => {
  const mine = enqueueFor([], facts('me'), update(100));
  const yours = enqueueFor([mine], facts('you'), update(200));
  expect(enqueueFor([yours], facts('me'), update(300)).id).toBe('s');
});

test('a crossing that is stored again changes nothing, whoever it is stored for', () => {
  const mine = enqueueFor([enqueueFor([], facts('me'), update(100))], facts('me'), update(850));
  expect(enqueueFor([mine], facts('you'), update(860))).toBe(mine);
  // What I have left was taken over by the account that has signed in since.
  const yours = { ...mine, account: 'you' };
  expect(enqueueFor([yours], facts('me'), update(860))).toBe(yours);
  const { crossing: _, ...rest } = mine;
  const confirmed = { ...rest, confirmed: true };
  expect(enqueueFor([confirmed], facts('you'), update(860))).toBe(confirmed);
});

test('a viewing that begins after the clock was set back stays behind the one before it', () => {
  const earlier = enqueueFor([], facts('me'), update(500));
  const later = enqueueFor([], { ...facts('me'), id: 't' }, update(100), [earlier]);
  expect(inOrder([later, earlier]).map(({ id }) => id)).toEqual(['s', 't']);
  expect([...supersededIds([later, earlier])]).toEqual(['s']);
});

test('a doubtful match is decided again when the player states another length', () => {
  const begun = enqueue(undefined, facts('me'), { ...update(1), position: 11, duration: 350 });
  const media = { type: 'movie', title: 'Big Buck Bunny', tmdbId: 10_378 } as const;
  const doubtful: OutboxEntry = {
    ...begun,
    match: { state: 'review', media, confidence: 0.4, candidates: [] },
  };
  const same = enqueue(doubtful, facts('me'), { ...update(1), position: 20, duration: 352 });
  expect(same.match.state).toBe('review');
  const grown = enqueue(same, facts('me'), { ...update(1), position: 50, duration: 585 });
  expect(grown.match).toEqual({ state: 'open' });
  expect([grown.start?.duration, grown.latest?.duration]).toEqual([585, 585]);
});

test('an entry stays behind all that the entries of its title have received, also where the clock was set back', () => {
  const before = enqueueFor([enqueueFor([], facts('me'), update(100))], facts('me'), update(400));
  const next = enqueueFor([], { ...facts('me'), id: 'next' }, update(50), [before]);
  expect(inOrder([next, before]).map(({ id }) => id)).toEqual(['s', 'next']);
  expect(next.createdAt).toBeGreaterThan(before.updatedAt);
});
