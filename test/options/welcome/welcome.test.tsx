// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountView } from '../../../src/core/settings/account-view';
import { LIBRARY_URL } from '../../../src/core/settings/base-url';
import { defaultSettings } from '../../../src/core/settings/settings';
import { TrackerStep } from '../../../src/options/welcome/welcome';
import { browser } from '../../../src/platform/browser/browser';
import { waitFor } from '../../support/wait-for';

const ORIGIN = 'https://home.example';
const link = `${ORIGIN}/invitation/a1.${'x'.repeat(43)}`;
const signedOut: AccountView = { state: 'signed-out' };
const pending: AccountView = {
  state: 'pending',
  baseUrl: `${ORIGIN}/api/v1`,
  userCode: 'WDJB-MJHT',
  verificationUri: `${ORIGIN}/device`,
  verificationUriComplete: `${ORIGIN}/device?user_code=WDJB-MJHT`,
  expiresAt: Date.now() + 900_000,
};
const before = { ...browser };
const asked = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  asked.mockImplementation(() =>
    Promise.resolve(Response.json({ error: 'UNAUTHORIZED', message: '' }, { status: 401 })),
  );
  vi.stubGlobal('fetch', asked);
  Object.assign(browser, {
    i18n: { getMessage: (key: string) => key, getUILanguage: () => 'en' },
    runtime: { sendMessage: () => Promise.resolve({ value: [] }) },
  });
});
afterEach(async () => {
  await act(() => render(null, document.body));
  Object.assign(browser, before);
  asked.mockReset();
  vi.unstubAllGlobals();
});

const show = (account: AccountView, baseUrl = '') =>
  act(() =>
    render(
      <TrackerStep account={account} settings={{ ...defaultSettings, baseUrl }} onNext={() => {}} />,
      document.body,
    ),
  );
const paste = (text: string) =>
  act(() => {
    const event = new Event('paste', { bubbles: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    document.body.dispatchEvent(event);
  });
const field = () => document.querySelector<HTMLInputElement>('#base-url');
const openPage = () => document.querySelector<HTMLAnchorElement>('.pending a.button.main')?.href;

test.each([link, `${link}?user_code=BCDF-GHJK`])('%s asks the tracker as it is pasted', async (pasted) => {
  await show(signedOut);
  await paste(pasted);
  expect(field()?.value).toBe(pasted);
  expect(asked.mock.calls.map(([address]) => address)).toEqual([`${ORIGIN}/api/v1/dashboard`]);
  await waitFor('what was found', () => document.body.textContent.includes('welcome_found'));
});

test.each<[string, AccountView, string]>([
  ['while a code waits', pending, ''],
  ['while somebody is signed in', { state: 'signed-in', baseUrl: `${ORIGIN}/api/v1`, since: 0 }, ''],
  ['where the history is kept in this browser', signedOut, LIBRARY_URL],
])('a link that is pasted %s asks nobody', async (_when, account, baseUrl) => {
  await show(account, baseUrl);
  await paste(link);
  expect(asked).not.toHaveBeenCalled();
  expect(field()).toBeNull();
});

test.each([
  ['', 1],
  [LIBRARY_URL, 0],
])('a link that is entered beside the history of “%s” is asked %i times', async (baseUrl, times) => {
  await show(signedOut, baseUrl);
  await act(() => [...document.querySelectorAll<HTMLInputElement>('.places input')].at(-1)?.click());
  await act(() => {
    const input = field();
    if (input !== null) input.value = link;
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field()?.value).toBe(link);
  expect(asked).toHaveBeenCalledTimes(times);
});

test('the page that is opened again is that of the invitation, with the code of this sign-in', async () => {
  await show(signedOut);
  await paste(`${link}?user_code=BCDF-GHJK`);
  await show(pending);
  expect(openPage()).toBe(`${link}?user_code=WDJB-MJHT`);
  // The code of another tracker is nothing for the one of the invitation.
  const other = 'https://other.example';
  const elsewhere = {
    verificationUri: `${other}/device`,
    verificationUriComplete: `${other}/device?user_code=A`,
  };
  await show({ ...pending, ...elsewhere, baseUrl: `${other}/api/v1` });
  expect(openPage()).toBe(`${other}/device?user_code=A`);
});

test('a click on the place leads into the field of its address, one on “allow http” does not', async () => {
  const click = (target: Element | null | undefined) =>
    act(() => void target?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })));
  await show(signedOut);
  const choices = () => [...document.querySelectorAll('.places input')];
  await act(() => (choices().at(-1) as HTMLInputElement).click());
  expect(field()).not.toBeNull();
  await act(() => document.querySelector<HTMLElement>('.choice')?.focus());
  field()?.blur();
  await click(document.querySelector('.place-body .choice'));
  expect(document.activeElement).not.toBe(field());
  await click(
    choices()
      .filter((one) => one.getAttribute('type') === 'radio')
      .at(-1),
  );
  expect(document.activeElement).toBe(field());
});
