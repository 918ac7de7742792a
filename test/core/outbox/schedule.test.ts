import { expect, test } from 'vitest';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { supersededIds } from '../../../src/core/outbox/schedule';

const below = { position: 100, duration: 1_000, cause: 'start', at: 1 } as const;
const crossing = { position: 950, duration: 1_000, cause: 'crossing', at: 2 } as const;
const viewing = (id: string, changed: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  account: 'me',
  siteId: 'site',
  item: { type: 'movie', title: 'Sintel' },
  readConfidence: 1,
  private: false,
  confirmed: false,
  match: { state: 'open' },
  attempts: 0,
  notBefore: 0,
  parked: false,
  createdAt: Number(id),
  updatedAt: Number(id),
  ...changed,
});

test.each<readonly [string, readonly Partial<OutboxEntry>[], readonly string[]]>([
  ['a later position makes the earlier ones obsolete', [{ start: below }, { start: below }], ['0']],
  ['a crossing is never obsolete', [{ crossing }, { start: below }], []],
  [
    'a crossing with its own start makes earlier positions obsolete',
    [{ start: below }, { start: below, crossing }],
    ['0'],
  ],
  ['a crossing whose start was accepted, too', [{ start: below }, { accepted: below, crossing }], ['0']],
  ['a crossing that was confirmed, too', [{ start: below }, { crossing, confirmed: true }], ['0']],
  [
    'a crossing without a start needs the last position before it',
    [{ start: below }, { start: below }, { crossing }],
    ['0'],
  ],
  ['another account has its own viewings', [{ start: below }, { start: below, account: 'you' }], []],
])('%s', (_name, viewings, obsolete) => {
  const entries = viewings.map((changed, index) => viewing(String(index), changed));
  expect([...supersededIds(entries)]).toEqual(obsolete);
});
