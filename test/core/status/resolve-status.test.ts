import { expect, test } from 'vitest';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import type { Session } from '../../../src/core/session/session';
import { resolveStatus, type TabFacts } from '../../../src/core/status/resolve-status';

const session: Session = {
  id: 's',
  siteId: 'x',
  identity: 'i',
  item: { type: 'movie', title: 'Sintel' },
  confidence: 1,
  startedAt: 0,
  playback: { state: 'playing', position: 5, duration: 900, rate: 1, at: 0 },
  played: [],
  crossed: false,
};
const place = { position: 5, duration: 900, cause: 'start', at: 0 } as const;
const media = { type: 'movie', tmdbId: 1 } as const;
const entry: OutboxEntry = {
  id: 's',
  account: 'a',
  siteId: 'x',
  item: session.item,
  readConfidence: 1,
  private: false,
  accepted: place,
  confirmed: false,
  match: { state: 'matched', media, confidence: 1, by: 'tracker' },
  attempts: 0,
  notBefore: 0,
  parked: false,
  createdAt: 0,
  updatedAt: 0,
};
const site = { id: 'x', name: 'X', enabled: true, missingAccess: [] };
const well: TabFacts = {
  site,
  signedIn: true,
  playerSeen: true,
  cooldownUntil: 0,
  session,
  entry,
};
const trouble = (code: string) => ({ ...entry, latest: place, trouble: { code, message: 'Because.' } });

const { entry: _entry, ...unsent } = well;
const { site: _site, ...unknown } = well;
const { accepted: _accepted, ...begun } = entry;

test.each<readonly [string, Partial<TabFacts>, object]>([
  ['the site is switched off', { site: { ...site, enabled: false } }, { kind: 'site-off', siteId: 'x' }],
  [
    'access is missing',
    { site: { ...site, missingAccess: ['https://x/*'] } },
    { kind: 'no-access', origins: ['https://x/*'] },
  ],
  ['a pause with an end', { pausedUntil: 500 }, { kind: 'paused', until: 500 }],
  ['a pause without', { pausedUntil: -1 }, { kind: 'paused' }],
  [
    'a private window of which nothing is kept',
    { playerSeen: false, skip: 'private-window' },
    { kind: 'skipped', reason: 'private-window' },
  ],
  ['no player', { playerSeen: false }, { kind: 'no-player' }],
  ['an advertisement', { skip: 'ad' }, { kind: 'skipped', reason: 'ad' }],
  ['a page that names nothing', { missing: ['title'] }, { kind: 'unreadable', missing: ['title'] }],
  [
    'the tracker knows nothing by this',
    { entry: { ...entry, match: { state: 'unmatched', retryAt: 1 } } },
    { kind: 'unmatched' },
  ],
  [
    'a match that is not sure',
    { entry: { ...entry, match: { state: 'review', media, confidence: 0.5, candidates: [] } } },
    { kind: 'needs-review' },
  ],
  ['nobody is signed in', { signedIn: false }, { kind: 'signed-out' }],
  [
    'nobody is signed in, before the match, which nobody could make',
    { signedIn: false, entry: { ...entry, match: { state: 'unmatched', retryAt: 1 } } },
    { kind: 'signed-out' },
  ],
  [
    'refused',
    { entry: { ...trouble('validation'), parked: true } },
    { kind: 'rejected', code: 'validation', message: 'Because.' },
  ],
  ['offline', { entry: trouble('network') }, { kind: 'queued', reason: 'offline' }],
  ['too slow', { entry: trouble('timeout') }, { kind: 'queued', reason: 'offline' }],
  [
    'busy, with the time',
    { entry: trouble('rate-limited'), cooldownUntil: 9_000 },
    { kind: 'queued', reason: 'busy', retryAt: 9_000 },
  ],
  ['in trouble', { entry: trouble('server') }, { kind: 'queued', reason: 'server' }],
  ['an answer that is none', { entry: trouble('malformed') }, { kind: 'queued', reason: 'malformed' }],
  [
    'too little was seen',
    { skip: 'insufficient-evidence' },
    { kind: 'skipped', reason: 'insufficient-evidence' },
  ],
  ['just begun', { entry: begun }, { kind: 'queued', reason: 'starting' }],
  ['being recorded', {}, { kind: 'scrobbling' }],
  [
    'watched',
    { session: { ...session, crossed: true }, entry: { ...entry, confirmed: true } },
    { kind: 'watched' },
  ],
  [
    'watched, and still on its way',
    { session: { ...session, crossed: true }, entry: { ...trouble('network'), crossing: place } },
    { kind: 'queued', reason: 'offline' },
  ],
])('%s', (_name, facts, status) => expect(resolveStatus({ ...well, ...facts }, 1_000)).toEqual(status));

test('nobody knows the site', () => expect(resolveStatus(unknown, 1_000)).toEqual({ kind: 'unsupported' }));

test('watched before: the credits after a reload have nothing to send', () => {
  expect(resolveStatus({ ...unsent, session: { ...session, crossed: true } }, 1_000)).toEqual({
    kind: 'watched',
  });
});
