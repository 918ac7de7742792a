import { expect, test } from 'vitest';
import type { Correction } from '../../../src/core/media/correction';
import { itemKey } from '../../../src/core/media/item-key';
import { pendingOf, type OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { applyCorrections } from '../../../src/core/outbox/apply-corrections';

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

test('taking the correction back asks anew, and tells again as well', () => {
  const back = applyCorrections(applyCorrections({ ...entry, crossing }, [correction]), []);
  expect(back).toMatchObject({ match: { state: 'open' }, start: begun, crossing });
});

test('a correction that says what the tracker had found tells nothing twice', () => {
  expect(pendingOf(applyCorrections(entry, [{ ...correction, media: wrong }]))).toBeUndefined();
});

test('what is settled, or is another title, stays as it is', () => {
  const confirmed = { ...entry, confirmed: true };
  expect(applyCorrections(confirmed, [correction])).toBe(confirmed);
  expect(applyCorrections(entry, [{ ...correction, key: 'movie|sintel|' }])).toBe(entry);
});
