import { expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { dueEntries, supersededIds } from '../../../src/core/outbox/schedule';
import { defined } from '../../../src/core/values/defined';

const below = { position: 100, duration: 1_000, cause: 'start', at: 1 } as const;
const crossing = { position: 950, duration: 1_000, cause: 'crossing', at: 2 } as const;
const late = { position: 600, duration: 1_000, cause: 'start', at: 1 } as const;
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
  [
    'a viewing of the second half needs the position in the first half before it',
    [{ start: below }, { start: late }, { start: late, crossing }],
    ['1'],
  ],
  ['also before its end', [{ start: below, latest: late }, { start: late }], []],
  ['not where that one waits for a person', [{ start: below, parked: true }, { start: late }], ['0']],
  ['nor where its own start was sent', [{ start: below }, { accepted: below, latest: late }], ['0']],
  ['nor where it has gone back there', [{ start: below }, { start: late, latest: below }], ['0']],
  ['another account has its own viewings', [{ start: below }, { start: below, account: 'you' }], []],
])('%s', (_name, viewings, obsolete) => {
  const entries = viewings.map((changed, index) => viewing(String(index), changed));
  expect([...supersededIds(entries)]).toEqual(obsolete);
});

const film = (year?: number): Item => ({ type: 'movie', title: 'Dune', ...defined({ year }) });
const episode = (episodeNumber: number): Item => ({ type: 'episode', seriesTitle: 'Dune', episodeNumber });
const unmatched = { state: 'unmatched', retryAt: 0 } as const;

test.each<readonly [string, readonly Partial<OutboxEntry>[], readonly string[]]>([
  ['the same title: the later waits', [{}, {}], ['0']],
  ['only the earlier states the year', [{ item: film(1984) }, { item: film() }], ['0']],
  ['only the later states the year', [{ item: film() }, { item: film(1984) }], ['0']],
  ['another year is another film', [{ item: film(1984) }, { item: film(2021) }], ['0', '1']],
  [
    'a film whose year is not known waits for both, and is waited for',
    [{ item: film(1984) }, { item: film() }, { item: film(2021) }],
    ['0'],
  ],
  ['episodes: every number is its own', [{ item: episode(1) }, { item: episode(12) }], ['0', '1']],
  ['a failed attempt holds up the later', [{ item: film(), notBefore: 60_000 }, { item: film(1984) }], []],
  [
    'a film that the tracker knows only with its year does not hold it up',
    [{ item: film(), match: unmatched }, { item: film(1984) }],
    ['0', '1'],
  ],
  [
    'the same title that was not known: the later may resolve it',
    [{ match: { state: 'unmatched', retryAt: 60_000 } }, {}],
    ['1 resolves'],
  ],
])('what is due of two viewings: %s', (_name, viewings, due) => {
  const entries = viewings.map((changed, index) => viewing(String(index), { crossing, ...changed }));
  const found = dueEntries(entries, 'me', 1_000);
  expect(found.map(({ id, blockedByEarlier }) => (blockedByEarlier ? `${id} resolves` : id))).toEqual(due);
});
