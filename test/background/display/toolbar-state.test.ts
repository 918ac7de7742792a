import { afterAll, beforeAll, expect, test } from 'vitest';
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' };
import { toolbarStateOf } from '../../../src/background/display/toolbar-state';
import { messageOf } from '../../../src/background/display/notify';
import type { Status } from '../../../src/core/status/status';
import type { TabView } from '../../../src/core/status/tab-view';
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
  [{ kind: 'scrobbling' }, 'playing', undefined, 'Sintel – Being recorded.'],
  [{ kind: 'watched' }, 'watched', undefined, 'Sintel – Watched. It is in your history.'],
  [
    { kind: 'queued', reason: 'starting' },
    'playing',
    undefined,
    'Sintel – Starting. The first update goes out in a moment.',
  ],
  [
    { kind: 'queued', reason: 'offline' },
    'attention',
    '…',
    'Sintel – No connection to the tracker. Kept, and sent later.',
  ],
  [
    { kind: 'queued', reason: 'busy' },
    'attention',
    '…',
    'Sintel – The tracker asks for a pause. Kept, and sent later.',
  ],
  [{ kind: 'paused', until: Date.UTC(2026, 0, 1, 12) }, 'off', undefined, 'Sintel – Paused until '],
  [{ kind: 'site-off', siteId: 'a' }, 'off', undefined, 'Sintel – This site is switched off.'],
  [
    { kind: 'skipped', reason: 'ad' },
    'idle',
    undefined,
    'Sintel – An ad is playing. The title goes on afterwards.',
  ],
  [
    { kind: 'skipped', reason: 'not-me' },
    'off',
    undefined,
    'Sintel – Left alone: somebody else is watching.',
  ],
  [{ kind: 'needs-review' }, 'attention', '!', 'Sintel – Not sure what this is. Please have a look.'],
  [{ kind: 'no-access', origins: [] }, 'attention', '!', 'Sintel – Matinee may not look at this site yet.'],
  [
    { kind: 'rejected', code: 'a', message: 'b' },
    'attention',
    '!',
    'Sintel – The tracker refused this update.',
  ],
])('%j shows on the toolbar as %s with the badge %s', (status, icon, badge, title) => {
  const look = toolbarStateOf(view(status));
  expect(look).toMatchObject({ icon, ...(badge === undefined ? {} : { badge }) });
  expect('badge' in look).toBe(badge !== undefined);
  expect(look.title.startsWith(title)).toBe(true);
});

test('without a title the tooltip begins with the name of the extension', () => {
  expect(
    toolbarStateOf({ tabId: 1, status: { kind: 'unsupported' }, canScrobbleNow: false, updatedAt: 0 }).title,
  ).toBe('Matinee – No connector knows this site yet.');
});

test('a notification tells once that something was watched', () => {
  expect(messageOf(view({ kind: 'scrobbling' }), view({ kind: 'watched' }))).toBe('Watched: Sintel');
  expect(messageOf(view({ kind: 'watched' }), view({ kind: 'watched' }))).toBeUndefined();
});

test('a notification tells that a title needs a hand, and why', () => {
  expect(messageOf(view({ kind: 'scrobbling' }), view({ kind: 'needs-review' }))).toBe(
    'Not being recorded: Sintel – Not sure what this is. Please have a look.',
  );
});

test('no notification shows a title of a private window', () => {
  expect(messageOf(undefined, view({ kind: 'watched' }, { private: true }))).toBeUndefined();
});

test('what passes by itself is no news', () => {
  expect(
    messageOf(view({ kind: 'scrobbling' }), view({ kind: 'queued', reason: 'offline' })),
  ).toBeUndefined();
});
