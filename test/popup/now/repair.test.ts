import { describe, expect, test } from 'vitest';
import { skipReasons } from '../../../src/core/session/observation';
import type { Status, TabView } from '../../../src/core/status/status';
import { repairOf } from '../../../src/popup/now/repair';

const signedOut = { state: 'signed-out' } as const;
const view = (status: Status, more: Partial<TabView> = {}): TabView => ({
  tabId: 7,
  status,
  canScrobbleNow: false,
  updatedAt: 0,
  item: { title: 'A' },
  ...more,
});

const passing = ['ad', 'settling'] as const;

describe('the repair of a status', () => {
  test.each<readonly [Status, unknown]>([
    [
      { kind: 'no-access', origins: ['https://a.example/*'] },
      { kind: 'allow', origins: ['https://a.example/*'] },
    ],
    [
      { kind: 'site-off', siteId: 'a' },
      { kind: 'switch-on', siteId: 'a' },
    ],
    [{ kind: 'paused' }, { kind: 'resume' }],
    [{ kind: 'unsupported' }, { kind: 'teach', route: '/connectors/new?tab=7' }],
    [{ kind: 'no-player' }, undefined],
    [
      { kind: 'unreadable', missing: [] },
      { kind: 'teach', route: '/connectors/new?tab=7' },
    ],
    [{ kind: 'unmatched' }, { kind: 'search' }],
    [{ kind: 'needs-review' }, { kind: 'review' }],
    [{ kind: 'signed-out' }, { kind: 'sign-in', route: '/account' }],
    [{ kind: 'queued', reason: 'offline' }, { kind: 'retry' }],
    [{ kind: 'queued', reason: 'starting' }, undefined],
    [{ kind: 'rejected', code: 'a', message: 'b' }, { kind: 'retry' }],
    [{ kind: 'scrobbling' }, undefined],
    [{ kind: 'watched' }, undefined],
    [{ kind: 'skipped', reason: 'not-me' }, { kind: 'me-again' }],
    [
      { kind: 'skipped', reason: 'private-window' },
      { kind: 'settings', route: '/scrobbling' },
    ],
    [
      { kind: 'skipped', reason: 'type-off' },
      { kind: 'settings', route: '/scrobbling' },
    ],
  ])('%j is %j', (status, repair) => {
    expect(repairOf(view(status), signedOut)).toEqual(repair);
  });

  test('reloads a page that plays without a player that Matinee sees', () => {
    expect(repairOf(view({ kind: 'no-player' }), signedOut, { noPlayer: 'unseen' })).toEqual({
      kind: 'reload',
    });
    expect(repairOf(view({ kind: 'scrobbling' }), signedOut, { noPlayer: 'unseen' })).toBeUndefined();
  });

  test('a site is only taught where something can be heard', () => {
    expect(repairOf(view({ kind: 'unsupported' }), signedOut, { audible: false })).toBeUndefined();
    expect(repairOf(view({ kind: 'unsupported' }), signedOut, { audible: true })).toMatchObject({
      kind: 'teach',
    });
  });

  test('adds a page that the connector of its site does not cover', () => {
    expect(repairOf(view({ kind: 'no-player' }), signedOut, { noPlayer: 'uncovered' })).toEqual({
      kind: 'add-page',
      route: '/connectors/new?tab=7',
    });
  });

  test('repairs the connector of a site that is known', () => {
    expect(repairOf(view({ kind: 'unreadable', missing: ['title'] }, { siteId: 'a' }), signedOut)).toEqual({
      kind: 'fix',
      route: '/connectors/new?tab=7',
    });
  });

  test('shows the code instead of requesting a second one', () => {
    const pending = {
      state: 'pending',
      userCode: 'A',
      verificationUri: 'https://a.example',
      expiresAt: 0,
    } as const;
    expect(repairOf(view({ kind: 'signed-out' }), pending)).toEqual({ kind: 'see-code', route: '/account' });
  });

  test('a title that is recorded in another tab links to that tab', () => {
    expect(
      repairOf(
        view({ kind: 'skipped', reason: 'other-tab' }, { otherTabId: 9, canScrobbleNow: true }),
        signedOut,
      ),
    ).toEqual({ kind: 'show-tab', otherTabId: 9 });
  });

  test.each(
    skipReasons.filter((reason) => !['not-me', 'private-window', 'type-off', ...passing].includes(reason)),
  )('"Record now" overrides %s when the worker allows it', (reason) => {
    expect(repairOf(view({ kind: 'skipped', reason }, { canScrobbleNow: true }), signedOut)).toEqual({
      kind: 'scrobble-now',
    });
    expect(repairOf(view({ kind: 'skipped', reason }), signedOut)?.kind).not.toBe('scrobble-now');
  });

  test.each(passing)('%s ends by itself, so it needs no button', (reason) => {
    expect(repairOf(view({ kind: 'skipped', reason }, { canScrobbleNow: true }), signedOut)).toBeUndefined();
  });
});
