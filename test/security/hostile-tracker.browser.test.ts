import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStorage, sendMessage, storedText } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';

// A tracker that the person has signed in to, in the real browser: its pictures, links and texts.

const host = 'tracker.example.test';
const own = `https://${host}`;
const markup = '"><img src=https://third.example.test/markup><script>document.title="1"</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3"/></svg>';
const addresses = [
  'https://www.hulu.com/logout',
  'http://192.168.1.1/admin/reboot',
  'https://third.example.test/pixel.gif',
  'http://tracker.example.test/plain.svg',
  `${own}/redirect`,
  `${own}/page`,
  `${own}/huge`,
  'javascript:document.title="1"',
  'data:image/svg+xml,<svg onload="document.title=1"/>',
  'blob:https://third.example.test/1',
  'file:///etc/passwd',
];
/** `path cookie referrer` of each picture that was requested. */
const pictures: string[] = [];
let sites: SiteServer;
let chromium: Chromium;
let verificationUri = `${own}/device`;
/** Of a code that is cancelled no token comes: it would be revoked, as one that nobody will use. */
let isApproved = false;

beforeAll(async () => {
  sites = await startSiteServer({ [host]: hostile });
  chromium = await launchChromium({ sites });
  await chromium.grantHosts([`${own}/*`]);
  await chromium.context.addCookies(
    ['www.hulu.com', host, 'third.example.test'].map((domain) => ({
      name: 'session',
      value: 'secret',
      domain,
      path: '/',
      secure: true,
      sameSite: 'None' as const,
    })),
  );
  await sendMessage(chromium, 'settings.set', { baseUrl: `${own}/api/v1` });
});
afterAll(async () => {
  await chromium.close();
  await sites.close();
});

test('a sign-in page on another host is shown in full, with a warning', async () => {
  verificationUri = 'https://third.example.test/device';
  await sendMessage(chromium, 'account.sign-in', {});
  const page = await chromium.openPage('src/options/index.html#/account');
  await page.getByText(`isn’t at your tracker’s address, ${host}`).waitFor();
  await page.getByRole('link', { name: 'https://third.example.test/device?code=WDJB' }).waitFor();
  await page.close();
  await sendMessage(chromium, 'account.cancel', {});
});

test('pictures of other hosts are not requested, and the popup stays alive', async () => {
  verificationUri = `${own}/device`;
  isApproved = true;
  await sendMessage(chromium, 'account.sign-in', {});
  await waitFor('the sign-in', async () => {
    await sendMessage(chromium, 'account.poll', {});
    const account = (await readStorage(chromium, 'local', 'account')) as { state?: string };
    return account.state === 'signed-in';
  });
  const popup = await chromium.openPopup();
  await popup.getByRole('tab', { name: 'Up next' }).click();
  await popup.getByText('The last title').waitFor();
  await popup.locator('img.poster').waitFor();
  await waitFor('all pictures of the tracker to be requested', () => pictures.length === 4);
  expect(await popup.locator('img.poster').count()).toBe(1);
  expect(await popup.locator('img').first().getAttribute('src')).toMatch(/^blob:chrome-extension:/);
  expect(pictures.toSorted()).toEqual(['/huge - -', '/page - -', '/poster.svg - -', '/redirect - -']);
  expect(await popup.title()).not.toBe('1');
  const elsewhere = sites.requests.filter((request) => !request.includes(` ${own}/`));
  expect(elsewhere.filter((request) => /hulu|192\.168|third|:\/\/tracker/.test(request))).toEqual([]);
  await popup.getByRole('tab', { name: 'Now' }).click();
  await popup.close();
});

/** Answers to the first question of the popup, and what it shows then. */
const troubles: Readonly<
  Record<string, readonly [answer: () => Response | Promise<Response>, shown: string]>
> = {
  'no answer': [() => new Promise<Response>(() => undefined), '.loading'],
  'a page': [() => new Response('<script>document.title="1"</script>'), '[role=alert]'],
  '20 MB': [() => new Response('{"success":true}'.padEnd(20_000_000)), '[role=alert]'],
  '99,999 levels': [() => new Response('['.repeat(99_999)), '[role=alert]'],
  'a redirect elsewhere': [() => Response.redirect('https://third.example.test/'), '[role=alert]'],
  'wrong types': [() => Response.json({ success: true, data: { widgets: { a: [[7]] } } }), '[role=alert]'],
  'an error of markup': [
    () => Response.json({ error: markup, message: markup }, { status: 400 }),
    '[role=alert]',
  ],
};
let trouble: (() => Response | Promise<Response>) | undefined;

test.each(Object.entries(troubles))(
  '%s leaves the popup alive, in a clear state',
  async (_, [answer, shown]) => {
    trouble = answer;
    const before = sites.requests.length;
    const popup = await chromium.openPopup();
    await popup.getByRole('tab', { name: 'Up next' }).click();
    await popup.locator(shown).first().waitFor();
    await popup.getByRole('tab', { name: 'Now' }).click();
    await popup.getByRole('tabpanel', { name: 'Now' }).waitFor();
    expect(await popup.locator('img[src^="https:"], main script').count()).toBe(0);
    expect(await popup.title()).not.toBe('1');
    const elsewhere = sites.requests.slice(before).filter((one) => !one.includes(` ${own}/`));
    // Chromium asks for its own account at a time of its choice.
    expect(elsewhere.filter((one) => !one.includes('://accounts.google.com/ListAccounts'))).toEqual([]);
    await popup.close();
    trouble = undefined;
  },
);

test('signing out ends the token at the tracker, and leaves it nowhere in the browser', async () => {
  expect(await storedText(chromium)).toContain('mt_x');
  await sendMessage(chromium, 'account.sign-out', { remove: true });
  await waitFor('the revocation', () => revoked.length > 0);
  expect(revoked).toEqual(['Bearer mt_x {}']);
  await waitFor('the token to be forgotten', async () => !(await storedText(chromium)).includes('mt_x'));
});

/** `Authorization body` of each request to end a token. */
const revoked: string[] = [];

/** The tracker: signs everybody in, and names the hostile addresses as posters and links. */
async function hostile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (trouble !== undefined && pathname === '/api/v1/dashboard') return trouble();
  if (pathname === '/api/v1/auth/revoke') {
    revoked.push(`${request.headers.get('authorization') ?? ''} ${await request.text()}`);
    return Response.json({ success: true });
  }
  if (pathname === '/api/v1/auth/device/token' && !isApproved)
    return Response.json({ error: 'authorization_pending', message: '' }, { status: 400 });
  const json = ANSWERS[pathname];
  if (json !== undefined) return Response.json(json());
  if (request.method === 'GET' && !pathname.startsWith('/api/')) {
    const { headers } = request;
    pictures.push(`${pathname} ${headers.get('cookie') ?? '-'} ${headers.get('referer') ?? '-'}`);
  }
  if (pathname === '/poster.svg') return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
  if (pathname === '/redirect') return Response.redirect('https://third.example.test/redirected');
  if (pathname === '/page') return new Response('<html>', { headers: { 'content-type': 'image/png' } });
  return new Response('\x89PNG\r\n\x1a\n'.padEnd(3_000_000, '0'), {
    headers: { 'content-type': 'image/png' },
  });
}

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  '/api/v1/auth/device/code': () => ({
    device_code: 'code',
    user_code: 'WDJB-MJHT',
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?code=WDJB`,
    expires_in: 900,
    interval: 1,
  }),
  '/api/v1/auth/device/token': () => ({ access_token: 'mt_x', token_type: 'Bearer', expires_in: 7_776_000 }),
  '/api/v1/dashboard': () => ({
    success: true,
    data: { widgets: [{ id: 'a', type: 'list', title: markup, apiUrl: `${own}/api/v1/list` }] },
  }),
  '/api/v1/list': () => ({
    success: true,
    data: {
      items: [
        ...addresses.map((address) => ({ type: 'movie', title: markup, posterUrl: address, url: address })),
        { type: 'movie', title: 'The last title', posterUrl: `${own}/poster.svg` },
      ],
    },
  }),
};
