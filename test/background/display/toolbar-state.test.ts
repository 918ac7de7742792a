import { defined } from '../../../src/core/values/defined';
import { afterAll, beforeAll, expect, test } from 'vitest';
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' };
import { toolbarStateOf } from '../../../src/background/display/toolbar';
import { messageOf } from '../../../src/background/display/publish-view';
import type { Status, TabView } from '../../../src/core/status/status';
import { browser } from '../../../src/platform/browser/browser';

beforeAll(() => {
  const texts: Readonly<Record<string, { readonly message: string }>> = messages;
  Object.assign(browser, {
    i18n: {
      getMessage: (key: string, values: readonly string[] = []) =>
        (texts[key]?.message ?? '').replace('$1', values[0] ?? ''),
      getUILanguage: () => 'en',
    },
  });
});
afterAll(() => void Reflect.deleteProperty(browser, 'i18n'));

const view = (status: Status, more: Partial<TabView> = {}): TabView => ({
  tabId: 1,
  status,
  canScrobbleNow: false,
  updatedAt: 0,
  item: { title: 'Sintel' },
  ...more,
});

test.each<readonly [Status, string, string | undefined, string]>([
  [{ kind: 'scrobbling' }, 'playing', undefined, 'Sintel – Recording.'],
  [{ kind: 'watched' }, 'watched', undefined, 'Sintel – Recorded. It’s in your history.'],
  [
    { kind: 'queued', reason: 'starting' },
    'playing',
    undefined,
    'Sintel – Starting. The first update will be sent shortly.',
  ],
  [
    { kind: 'queued', reason: 'offline' },
    'attention',
    '…',
    'Sintel – Can’t reach your tracker. Saved here; trying again.',
  ],
  [
    { kind: 'queued', reason: 'busy' },
    'attention',
    '…',
    'Sintel – The tracker is limiting requests. Trying again later.',
  ],
  [
    { kind: 'paused', until: Date.UTC(2026, 0, 1, 12) },
    'off',
    undefined,
    'Sintel – Matinee is paused until ',
  ],
  [{ kind: 'site-off', siteId: 'a' }, 'off', undefined, 'Sintel – Matinee is turned off for this site.'],
  [
    { kind: 'skipped', reason: 'ad' },
    'idle',
    undefined,
    'Sintel – An ad is playing. Recording resumes after it.',
  ],
  [
    { kind: 'skipped', reason: 'not-me' },
    'off',
    undefined,
    'Sintel – Not recording, because someone else is watching.',
  ],
  [{ kind: 'needs-review' }, 'attention', '!', 'Sintel – Not sure about this title. Choose the right one.'],
  [
    { kind: 'no-access', origins: [] },
    'attention',
    '!',
    'Sintel – Matinee doesn’t have access to this site.',
  ],
  [
    { kind: 'rejected', code: 'a', message: 'b' },
    'attention',
    '!',
    'Sintel – The tracker rejected this update.',
  ],
])('%j shows on the toolbar as %s with the badge %s', (status, icon, badge, title) => {
  const state = toolbarStateOf(view(status));
  expect(state).toMatchObject({ icon, ...defined({ badge }) });
  expect('badge' in state).toBe(badge !== undefined);
  expect(state.title.startsWith(title)).toBe(true);
});

test('without a title the tooltip begins with the name of the extension', () => {
  expect(
    toolbarStateOf({ tabId: 1, status: { kind: 'unsupported' }, canScrobbleNow: false, updatedAt: 0 }).title,
  ).toBe('Matinee – This site isn’t supported yet.');
});

test('a notification says once that a title was recorded', () => {
  expect(messageOf(view({ kind: 'scrobbling' }), view({ kind: 'watched' }))).toBe('Recorded: Sintel');
  expect(messageOf(view({ kind: 'watched' }), view({ kind: 'watched' }))).toBeUndefined();
});

test('a notification says that a title needs a review, and why', () => {
  expect(messageOf(view({ kind: 'scrobbling' }), view({ kind: 'needs-review' }))).toBe(
    'Not recorded yet: Sintel – Not sure about this title. Choose the right one.',
  );
});

test('no notification shows a title of a private window', () => {
  expect(messageOf(undefined, view({ kind: 'watched' }, { private: true }))).toBeUndefined();
});

test('a temporary status causes no notification', () => {
  expect(
    messageOf(view({ kind: 'scrobbling' }), view({ kind: 'queued', reason: 'offline' })),
  ).toBeUndefined();
});
