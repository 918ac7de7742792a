import { expect, test } from 'vitest';
import { classify, type ChangeKind } from '../../../src/core/session/classify';
import type { ObservedPlayback, Reading } from '../../../src/core/session/observation';
import type { Session } from '../../../src/core/session/session';
import { watching, withPendingChange } from '../../../src/core/session/tab-watch';

const item = { type: 'movie', title: 'Sintel' } as const;
const reading: Reading = { item, identity: 'sintel', confidence: 1 };
const before: ObservedPlayback = {
  state: 'playing',
  position: 500,
  duration: 1_000,
  rate: 1,
  at: 0,
  source: 'a',
};

interface Case {
  readonly session?: Partial<Session>;
  readonly before?: Partial<ObservedPlayback>;
  /** The medium of a change under the session's title, awaiting confirmation since the last observation. */
  readonly pending?: Partial<ObservedPlayback>;
  readonly now: Partial<ObservedPlayback>;
  readonly reading?: Partial<Reading>;
}

const ad = { position: 30, duration: 60 };
const other = { identity: 'x', item: { ...item, title: 'X' } };
/** Each observation comes ten seconds after the last. */
const cases: readonly (readonly [rule: string, kind: ChangeKind, Case])[] = [
  [
    'more-exact-text',
    'renamed',
    { now: { position: 510 }, reading: { identity: 'sintel 2010', item: { ...item, year: 2010 } } },
  ],
  ['late-text', 'retitled', { session: { doubt: { since: 0 } }, now: { position: 510 }, reading: other }],
  ['early-text', 'early-title', { now: { position: 510 }, reading: other }],
  ['other-title', 'replaced', { now: { position: 510, source: 'b' }, reading: other }],
  ['much-shorter', 'interruption', { now: { duration: 30, position: 5 } }],
  ['much-shorter', 'interruption', { now: { duration: 450, position: 5 } }],
  ['much-shorter', 'interruption', { session: { doubt: { since: 0 } }, now: { duration: 30, position: 5 } }],
  // Of a session whose title is in doubt, a medium longer than any advertisement is not one of it.
  ['other-medium', 'restart', { session: { doubt: { since: 0 } }, now: { duration: 450, position: 5 } }],
  ['film-after-ad', 'main-feature', { before: ad, now: { position: 40 } }],
  ['next-ad', 'interruption', { before: ad, pending: {}, now: { duration: 45, position: 40 } }],
  ['ad-after-film', 'interruption', { before: ad, pending: {}, now: { duration: 58, position: 0 } }],
  [
    'longer-after-ad',
    'restart',
    {
      before: { position: 200, duration: 250 },
      pending: { duration: 450 },
      now: { duration: 450, position: 210 },
    },
  ],
  ['awaited-medium', 'restart', { pending: { source: 'b' }, now: { position: 510, source: 'b' } }],
  ['continuous', 'same', { now: { position: 510, source: 'hd' } }],
  ['other-ad', 'interruption', { before: ad, now: { duration: 45, position: 1 } }],
  ['other-medium', 'restart', { now: { duration: 900, position: 1 } }],
  ['from-the-beginning', 'restart', { session: { crossed: true }, now: { position: 50 } }],
  ['seek', 'same', { now: { position: 50 } }],
];

test.each(cases)('%s: %s', (rule, kind, { session: changed, pending, ...one }) => {
  const session: Session = {
    id: 's',
    siteId: 'site',
    identity: reading.identity,
    item,
    confidence: 1,
    startedAt: 0,
    playback: { ...before, ...one.before },
    played: [],
    crossed: false,
    ...changed,
  };
  const change = { identity: session.identity, sameText: true, since: 0, medium: { ...before, ...pending } };
  const watch = pending !== undefined ? withPendingChange(watching(session), change) : watching(session);
  const playback = { ...before, at: 10_000, ...one.now };
  expect(classify(watch, session, { ...reading, ...one.reading }, playback)).toMatchObject({ rule, kind });
});
