import { expect, test } from 'vitest';
import type { Correction } from '../../../src/core/media/correction';
import { itemKey } from '../../../src/core/media/item-key';
import type { Media } from '../../../src/core/media/media';
import { enqueue, pendingOf, type OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import type { Update } from '../../../src/core/session/session';
import { applyChange, applyCorrections, type Attempted } from '../../../src/core/outbox/entry-change';

const item = { type: 'movie', title: 'Metropolis' } as const;
const [wrong, right] = [
  { type: 'movie', tmdbId: 1 },
  { type: 'movie', tmdbId: 2 },
] as const;
const correction: Correction = {
  id: 'c',
  scope: 'item',
  key: itemKey(item),
  label: '',
  media: right,
  createdAt: 0,
};
const begun = { position: 14, duration: 600, cause: 'start', at: 1 } as const;
const crossing = { position: 545, duration: 600, cause: 'crossing', at: 9 } as const;
const entry: OutboxEntry = {
  id: 's',
  account: 'me',
  siteId: 'x',
  item,
  readConfidence: 1,
  private: false,
  accepted: begun,
  confirmed: false,
  match: { state: 'matched', media: wrong, confidence: 1, by: 'tracker' },
  attempts: 3,
  notBefore: 99,
  parked: true,
  createdAt: 0,
  updatedAt: 0,
};

test('what was sent for the wrong title is sent for the right one, the start before the crossing', () => {
  const corrected = applyCorrections({ ...entry, crossing }, [correction]);
  expect(corrected).toMatchObject({
    match: { media: right, by: 'correction' },
    start: begun,
    crossing,
    attempts: 0,
    notBefore: 0,
    parked: false,
  });
  expect(corrected.accepted).toBeUndefined();
  expect(pendingOf(corrected)).toEqual({ slot: 'start', position: begun });
});

test('taking the correction back resolves the title again, and sends the start again', () => {
  const back = applyCorrections(applyCorrections({ ...entry, crossing }, [correction]), []);
  expect(back).toMatchObject({ match: { state: 'open' }, start: begun, crossing });
});

test('a correction to what the tracker had found sends nothing again', () => {
  expect(pendingOf(applyCorrections(entry, [{ ...correction, media: wrong }]))).toBeUndefined();
});

test('an entry that is confirmed, or of another title, does not change', () => {
  const confirmed = { ...entry, confirmed: true };
  expect(applyCorrections(confirmed, [correction])).toBe(confirmed);
  expect(applyCorrections(entry, [{ ...correction, key: 'movie|sintel|' }])).toBe(entry);
});

test('the start is not sent again for media that accepted it: a lost crossing would count twice', () => {
  const waiting = { ...entry, acceptedBy: [wrong], crossing };
  const corrected = applyCorrections(waiting, [correction]);
  const back: OutboxEntry = { ...applyCorrections(corrected, []), match: waiting.match };
  expect(pendingOf(corrected)).toMatchObject({ slot: 'start' });
  expect(pendingOf(back)).toEqual({ slot: 'crossing', position: crossing });
});

function accepted(before: OutboxEntry, sent: Attempted): OutboxEntry {
  const outcome = { kind: 'accepted' } as const;
  return applyChange(before, { kind: 'answer', sent, outcome, at: 10, random: 0 }) ?? before;
}

test('an answer for media that have been corrected since does not count for the new media', () => {
  const { accepted: _, ...unsent } = entry;
  const corrected = applyCorrections({ ...unsent, start: begun }, [correction]);
  const sent = { slot: 'start', position: begun, media: wrong } as const;
  const after = accepted(corrected, sent);
  expect(after.acceptedBy).toEqual([wrong]);
  expect(pendingOf(after)).toEqual({ slot: 'start', position: begun });
});

test('a page that states its title more exactly sends the start again for other media, and only for those', () => {
  const facts = { ...entry, item: { ...item, year: 1927 } };
  const update = { sessionId: 's', cause: 'crossing', position: 545, duration: 600, crossing: true, at: 9 };
  const renamed = enqueue({ ...entry, acceptedBy: [wrong] }, facts, update as Update);
  expect(renamed).toMatchObject({ match: { state: 'open' }, start: begun, crossing: { position: 545 } });
  const matchedTo = (media: Media): OutboxEntry => ({
    ...renamed,
    match: { state: 'matched', media, confidence: 1, by: 'tracker' },
  });
  expect(pendingOf(matchedTo(right))).toMatchObject({ slot: 'start' });
  expect(pendingOf(matchedTo(wrong))).toMatchObject({ slot: 'crossing' });
});

test.each([
  [290, ['latest']],
  [310, ['start', 'latest']],
])('of what waited, a last place at %s of 600 s is sent as %s', (position, slots) => {
  const { accepted: _, ...unsent } = entry;
  const latest = { position, duration: 600, cause: 'pause', at: 5 } as const;
  const sent: string[] = [];
  let waiting: OutboxEntry = { ...unsent, start: begun, latest };
  for (let next = pendingOf(waiting); next !== undefined; next = pendingOf(waiting)) {
    sent.push(next.slot);
    waiting = accepted(waiting, { ...next, media: wrong });
  }
  expect(sent).toEqual(slots);
});
