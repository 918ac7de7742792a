import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/start-service';
import { launchChromium } from '../support/browser/launch-chromium';
import type { Chromium } from '../support/browser/chromium';
import { startCinemaService } from '../support/server/start-cinema-service';
import { startSiteServer, type Site, type SiteServer } from '../support/server/site-server';
import { account, PROMPT_CLICKS, show } from './first-evening';
import { play } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { readProgress } from './sites/read-progress';

/*
 * From the link of an invitation to the first recorded title on a computer that has only the extension. Clicks
 * are counted as in first-evening.test.ts, with the one that starts the film; what is pasted or typed ends with
 * Enter, except where a device is approved. The tracker is on a host to which the extension has no access.
 * With MATINEE_FILM a picture of each step is written into `screenshots/invited/`.
 */

const ORIGIN = 'https://home.example';
let service: RunningService;
let sites: SiteServer;
let chromium: Chromium;
let clicks = 0;

beforeAll(async () => {
  service = await startCinemaService({ publicUrl: ORIGIN, trustProxy: true });
  await service.store.users.claim('Owner', account.password);
  sites = await startSiteServer({ 'home.example': passedOn, 'www.netflix.com': netflix(show) });
  chromium = await launchChromium({ sites });
  await chromium.approveHosts(netflixHosts);
  await chromium.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await chromium.close();
  await sites.close();
  await service.close();
});

const passedOn: Site = async (request) => {
  const { pathname, search } = new URL(request.url);
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.text();
  const headers = new Headers([...request.headers].filter(([name]) => !DROPPED.has(name)));
  headers.set('accept-encoding', 'identity');
  // As the proxies of `deploy` do it.
  headers.set('x-forwarded-for', '203.0.113.7');
  return fetch(`${service.url}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
};
const DROPPED = new Set(['host', 'connection', 'content-length', 'keep-alive']);

test('the pasted link of an invitation leads to the first recorded title in five clicks', async () => {
  const [{ id: owner } = { id: '' }] = await service.store.users.list();
  const link = `${ORIGIN}/invitation/${await service.store.invitations.create(owner, 'member')}`;
  const welcome = await chromium.openPage('src/options/welcome.html');
  await welcome.getByText('Where do you want to keep your history?').waitFor();
  await welcome.evaluate((text) => navigator.clipboard.writeText(text), link);
  await welcome.keyboard.press('Control+V');
  await welcome.getByText('Found', { exact: true }).waitFor();
  await film(welcome, 'pasted');
  const opened = chromium.context.waitForEvent('page');
  await welcome.keyboard.press('Enter');
  const invitation = await opened;

  await invitation.getByLabel('Name').fill(account.name);
  await invitation.getByLabel('Password').fill(account.password);
  const code = (await welcome.locator('.user-code').textContent()) ?? '';
  await expect.poll(() => invitation.locator('.big-code').textContent()).toBe(code);
  await film(invitation, 'account');
  await click(invitation.getByRole('button', { name: 'Create account and approve' }));

  await click(welcome.getByRole('checkbox', { name: 'Netflix' }));
  await click(welcome.getByRole('button', { name: 'Turn on 1 site' }));
  clicks += PROMPT_CLICKS;
  await welcome.locator('.checks .done', { hasText: 'Netflix' }).waitFor();
  const site = await chromium.context.newPage();
  await site.goto('https://www.netflix.com/watch/101');
  clicks += 1;
  await play(site.locator('[data-uia="watch-video"] video'));
  await welcome.locator('.checks .done', { hasText: show.title }).waitFor({ timeout: 120_000 });
  await film(welcome, 'recorded');
  expect(clicks).toBeLessThanOrEqual(5);

  const people = await service.store.users.list();
  expect(people.map(({ name, role }) => [name, role])).toEqual([
    ['Owner', 'owner'],
    [account.name, 'member'],
  ]);
  // The title is theirs, and nothing was asked of the browser for the tracker.
  expect(await readProgress({ service, readKey: await service.createKey('pk') })).toEqual([]);
  expect(
    await welcome.evaluate((origin) => chrome.permissions.contains({ origins: [`${origin}/*`] }), ORIGIN),
  ).toBe(false);
});

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

async function film(page: Page, name: string): Promise<void> {
  if (process.env['MATINEE_FILM'] === undefined) return;
  const folder = `screenshots/invited/${process.env['MATINEE_FILM']}`;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${clicks}-${name}.png`, fullPage: true });
}

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly permissions: { readonly contains: (permissions: { origins: string[] }) => Promise<boolean> };
};
