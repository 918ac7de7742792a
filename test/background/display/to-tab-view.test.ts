import { describe, expect, test } from 'vitest';
import { type ViewFacts, toTabView } from '../../../src/background/display/collect-facts';
import { emptyTab, type TabState } from '../../../src/background/state/tab-state';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import type { Session } from '../../../src/core/session/session';
import { interruptedWatch } from '../../../src/core/session/tab-watch';
import { defaultSettings } from '../../../src/core/settings/settings';
import type { Status } from '../../../src/core/status/status';

const now = 1_000_000;
const item = { type: 'movie', title: 'Sintel' } as const;
const playback = { state: 'playing', position: 100, duration: 900, rate: 1, at: now } as const;
const session: Session = {
  id: 'session',
  siteId: 'cinema',
  identity: 'sintel',
  item,
  confidence: 1,
  startedAt: 0,
  playback,
  played: [],
  crossed: false,
};
const reading = { item, identity: 'sintel', confidence: 1, degraded: false, missing: [] };
const watching: TabState = {
  ...emptyTab(1),
  reading,
  playbacks: { 0: playback },
  watch: interruptedWatch(session),
};
const media = { type: 'movie', tmdbId: 45_745 } as const;
const entry: OutboxEntry = {
  id: 'session',
  account: 'a',
  siteId: 'cinema',
  item,
  readConfidence: 1,
  private: false,
  accepted: { position: 90, duration: 900, cause: 'tick', at: 5 },
  confirmed: false,
  match: { state: 'matched', media, confidence: 0.9, by: 'tracker' },
  attempts: 0,
  notBefore: 0,
  parked: false,
  createdAt: 0,
  updatedAt: 0,
};
const site = { id: 'cinema', name: 'Cinema', enabled: true, missingAccess: [] };
const facts: ViewFacts = {
  state: watching,
  now,
  url: 'https://cinema.example/watch/1',
  site,
  settings: defaultSettings,
  signedIn: true,
  cooldownUntil: 0,
  entry,
};
const { site: _site, ...withoutSite } = facts;
const { entry: _entry, ...withoutEntry } = facts;
const idle = emptyTab(1);

test('a title that is being recorded shows its item, its match and what was sent', () => {
  expect(toTabView(facts)).toEqual({
    tabId: 1,
    status: { kind: 'scrobbling' },
    updatedAt: now,
    private: false,
    canScrobbleNow: true,
    host: 'cinema.example',
    siteId: 'cinema',
    siteName: 'Cinema',
    item,
    degraded: false,
    media,
    confidence: 0.9,
    playback,
    sessionId: 'session',
    sent: { position: 90, duration: 900, at: 5 },
  });
});

describe('the status', () => {
  test.each<readonly [string, ViewFacts, Status]>([
    ['a page without a connector', withoutSite, { kind: 'unsupported' }],
    [
      'a site that is off',
      { ...facts, site: { ...site, enabled: false } },
      { kind: 'site-off', siteId: 'cinema' },
    ],
    [
      'a site without access',
      { ...facts, site: { ...site, missingAccess: ['https://cinema.example/*'] } },
      { kind: 'no-access', origins: ['https://cinema.example/*'] },
    ],
    [
      'a pause',
      { ...facts, settings: { ...defaultSettings, pausedUntil: now + 1 } },
      { kind: 'paused', until: now + 1 },
    ],
    [
      'a pause that is over',
      { ...facts, settings: { ...defaultSettings, pausedUntil: now } },
      { kind: 'scrobbling' },
    ],
    ['a page without a player', { ...facts, state: idle }, { kind: 'no-player' }],
    [
      'a player without a reading',
      { ...withoutEntry, state: { ...idle, playbacks: { 0: playback } } },
      { kind: 'unreadable', missing: ['title'] },
    ],
    [
      'a reading without an item: the fields that are missing',
      {
        ...withoutEntry,
        state: {
          ...idle,
          playbacks: { 0: playback },
          reading: { ...reading, item: { type: 'episode' }, missing: ['seriesTitle'] },
        },
      },
      { kind: 'unreadable', missing: ['seriesTitle'] },
    ],
    ['an ad', { ...withoutEntry, state: { ...watching, skip: 'ad' } }, { kind: 'skipped', reason: 'ad' }],
    ['nobody signed in', { ...facts, signedIn: false }, { kind: 'signed-out' }],
  ])('%s', (_name, given, status) => {
    expect(toTabView(given).status).toEqual(status);
  });
});

describe('"record now"', () => {
  const gated = (skip: TabState['skip'] & string): ViewFacts => ({
    ...withoutEntry,
    state: { ...idle, reading, playbacks: { 0: playback }, skip },
  });
  test.each<readonly [string, ViewFacts, boolean]>([
    ['is offered while a title is watched', facts, true],
    ['is offered for what a threshold of the settings holds back', gated('too-short'), true],
    ['is offered for what another person watches', gated('not-me'), true],
    ['is not offered for an ad', gated('ad'), false],
    ['is not offered without a player', { ...facts, state: { ...idle, reading } }, false],
    ['is not offered without an item', { ...facts, state: { ...idle, playbacks: { 0: playback } } }, false],
    [
      'is not offered for what is recorded already',
      { ...facts, state: { ...watching, watch: interruptedWatch({ ...session, crossed: true }) } },
      false,
    ],
  ])('%s', (_name, given, offered) => {
    expect(toTabView(given).canScrobbleNow).toBe(offered);
  });
});

test('the tab that records the title instead is named, unless it is this one', () => {
  expect(toTabView({ ...facts, leaseHolder: 2 }).otherTabId).toBe(2);
  expect(toTabView({ ...facts, leaseHolder: 1 })).not.toHaveProperty('otherTabId');
});
