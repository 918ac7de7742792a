import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { sendMessage } from '../support/browser/drive-extension';
import type { RunningService } from '../../src/service/start-service';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { account, freePort, PROMPT_CLICKS, show, startTracker } from './first-evening';
import { play } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { waitForProgress } from './sites/read-progress';

/*
 * From the page that opens after the installation to the first recorded title. Every click of a person is a
 * click of the mouse here and is counted; forms are submitted with Enter after typing. The browser's own
 * prompt for access cannot be pressed by a test: it is answered beforehand and counted as one click.
 * With MATINEE_FILM a picture of each step is written into `screenshots/first-evening/`.
 */

let stage: Stage;
let tracker: RunningService;
let clicks = 0;
let step = 0;

afterEach(async () => {
  await tracker.close();
  await stage.close();
});

test('a running tracker is found, and six clicks lead to the first recorded title', async () => {
  const port = await freePort();
  tracker = await startTracker(port);
  await tracker.store.users.claim(account.name, account.password);
  const page = await begin(port);
  await page.getByText('Found', { exact: true }).waitFor();
  await film(page, 'found');
  await watchFrom(page);
  expect(clicks).toBeLessThanOrEqual(6);
});

test('a tracker that is not running is started by the copied command, in six clicks too', async () => {
  const port = await freePort();
  const page = await begin(port);
  await page.getByText('npm run service').waitFor();
  expect(await page.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('true');
  await film(page, 'not-running');
  await click(page.getByRole('button', { name: 'Copy', exact: true }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm run service');
  tracker = await startTracker(port);
  await page.getByText('Found', { exact: true }).waitFor();
  await watchFrom(page);
  expect(clicks).toBeLessThanOrEqual(6);
});

/** A fresh installation with its welcome page; its tracker would be at this port. */
async function begin(port: number): Promise<Page> {
  clicks = 0;
  step = 0;
  stage = await startStage({ sites: { 'www.netflix.com': netflix(show) }, signedIn: false });
  await stage.chromium.approveHosts(netflixHosts);
  await stage.chromium.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sendMessage(stage.chromium, 'settings.set', { baseUrl: `http://127.0.0.1:${port}` });
  const page = await stage.chromium.openPage('src/options/welcome.html');
  await page.getByText('Where do you want to keep your history?').waitFor();
  expect(await page.getByRole('radio', { name: 'On this computer' }).isChecked()).toBe(true);
  expect(await page.locator('.number .tick').count()).toBe(0);
  return page;
}

/** Signs in on the tracker's own page, turns on one site, and plays an episode there. */
async function watchFrom(page: Page): Promise<void> {
  const opened = stage.chromium.context.waitForEvent('page');
  await click(page.getByRole('button', { name: 'Sign in' }));
  const approval = await opened;
  await signInAtTracker(approval);
  const code = (await page.locator('.user-code').textContent()) ?? '';
  await approval.getByLabel('Code shown on your device').fill(code);
  await film(approval, 'code');
  await approval.keyboard.press('Enter');
  await film(approval, 'approve');
  await click(approval.getByRole('button', { name: 'Approve' }));

  await page.getByRole('checkbox', { name: 'Netflix' }).waitFor();
  await waitFor('the welcome page to come back', () =>
    page.evaluate(() => document.visibilityState === 'visible'),
  );
  await film(page, 'sites');
  await click(page.getByRole('checkbox', { name: 'Netflix' }));
  await film(page, 'chosen');
  await click(page.getByRole('button', { name: 'Turn on 1 site' }));
  clicks += PROMPT_CLICKS;

  await page.getByText('Play a film or an episode').waitFor();
  // The account and the site; the site's line follows the worker's answer.
  await page.locator('.checks .done', { hasText: 'Netflix' }).waitFor();
  expect(await page.locator('.checks .done').count()).toBe(2);
  await film(page, 'waiting');
  const site = await stage.chromium.context.newPage();
  await site.goto('https://www.netflix.com/watch/101');
  await play(site.locator('[data-uia="watch-video"] video'));
  await waitForProgress({ service: tracker, readKey: await tracker.createKey('pk') }, 'Sherlock 1x1');
  await page.bringToFront();
  await page.locator('.checks .done', { hasText: 'Sherlock' }).waitFor();
  await film(page, 'recording');
}

/** Creates the account on the first visit, else signs in; both forms end with Enter. */
async function signInAtTracker(page: Page): Promise<void> {
  await page.getByLabel('Name').waitFor();
  if (!(await tracker.store.users.isClaimed()))
    await page.getByLabel('Set-up code').fill(await tracker.store.setUpCode.ensure());
  await page.getByLabel('Name').fill(account.name);
  await page.getByLabel('Password').fill(account.password);
  await film(page, 'account');
  await page.keyboard.press('Enter');
}

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

async function film(page: Page, name: string): Promise<void> {
  step += 1;
  if (process.env['MATINEE_FILM'] === undefined) return;
  const folder = `screenshots/first-evening/${process.env['MATINEE_FILM']}`;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${clicks}-${String(step).padStart(2, '0')}-${name}.png` });
}
