import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf } from '../../src/protocol/definition/checked-definition';
import type { Definition } from '../../src/protocol/definition/definition';
import { documentedSubmission } from '../../src/protocol/tracker/documented-submission';
import { launchChromium } from '../support/browser/launch-chromium';
import {
  readStorage,
  sendMessage,
  signIn,
  storeOwnValues,
  tabViews,
} from '../support/browser/drive-extension';
import { filmResponse } from '../support/film/film';
import { startLiveService, type RunningLiveService } from '../support/live-service/start-live-service';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { htmlPage } from './sites/site-page';

/* Connectors of the live service behind API v1: what it lists without a signature, and what is submitted. */

const HOST = 'films.example.test';
const definition = {
  version: 1,
  id: 'example-films',
  name: 'Example Films',
  hosts: [HOST],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/' },
      item: { title: [{ text: 'h1' }], year: [{ text: '.year' }] },
    },
  ],
  verified: { date: null, how: 'never' },
};
/** As the documents have it: extractors, and nothing that could be tried. */
const documented = {
  id: 'c2',
  name: 'Only extractors',
  domains: ['other.example.test'],
  definition: { version: 1, extractors: { title: [{ type: 'text', selector: 'h1' }] } },
};

let live: RunningLiveService;
let sites: SiteServer;
let browser: Awaited<ReturnType<typeof launchChromium>>;

beforeAll(async () => {
  live = await startLiveService({
    connectors: [{ id: 'c1', name: 'Example Films', domains: [HOST], definition }, documented],
  });
  sites = await startSiteServer({
    [HOST]: (request) =>
      new URL(request.url).pathname === '/feature.webm'
        ? filmResponse(request, 'feature.webm')
        : htmlPage(`<title>Example</title><h1>Alien</h1><p class="year">1979</p>
          <video src="/feature.webm" muted></video><script>document.querySelector('video').play();</script>`),
  });
  browser = await launchChromium({ sites, locale: 'en-US' });
  await browser.approveHosts([`https://${HOST}/*`]);
  await signIn(browser, live);
}, 300_000);
afterAll(async () => {
  const started = [browser, sites, live] as readonly ({ close(): Promise<void> } | undefined)[];
  for (const one of started) await one?.close();
});

/** As if an hour had passed since the last look, and the alarm rang. */
async function lookAtCatalogue(): Promise<void> {
  // A look that runs already, such as the one after the sign-in, stores when it was: it ends first.
  await browser.evaluate(() => navigator.locks.request('catalogue', () => undefined), undefined);
  const known = (await readStorage(browser, 'local', 'catalogue')) as object | undefined;
  await storeOwnValues(browser, { catalogue: { ...known, checkedAt: 0 } });
  await browser.evaluate(() => chrome.alarms.create('catalogue', { when: Date.now() + 100 }), undefined);
}
const asked = () => live.log.filter(({ path }) => path === '/connectors').map(({ status }) => status);

test('a connector without a signature is used once the person has accepted it, and records', async () => {
  const page = await browser.openPage('src/options/index.html#/sites');
  await lookAtCatalogue();
  await page.getByText('proposes these connectors without a signature').waitFor();
  await page.getByText(`Read pages of ${HOST}`).waitFor();
  const refused = page.locator('.proposal', { hasText: 'Only extractors' });
  await refused.locator('.note').waitFor();
  expect(await refused.getByRole('button').count()).toBe(0);
  if (process.env['MATINEE_FILM'] !== undefined) {
    await mkdir('screenshots/live-tracker', { recursive: true });
    await page.locator('.tracker-catalogue').screenshot({ path: 'screenshots/live-tracker/proposal.png' });
  }
  expect((await readStorage(browser, 'local', 'own-connectors')) ?? {}).not.toHaveProperty('example-films');

  await page.getByRole('button', { name: 'Use this connector' }).click();
  await page.getByText(`Read pages of ${HOST}`).waitFor({ state: 'detached' });
  await page.getByLabel('Search').fill('Example Films');
  const site = page.getByRole('switch', { name: 'Record on Example Films' });
  await expect.poll(() => site.getAttribute('aria-checked')).toBe('true');
  const film = await browser.context.newPage();
  await film.goto(`https://${HOST}/watch/1`);
  await waitFor('a position of the film', async () => live.account.sessions.get('movie:348'));
  expect((await tabViews(browser)).map(({ item }) => item?.title)).toContain('Alien');
  await Promise.all([film.close(), page.close()]);
});

test('an unchanged list is answered with 304', async () => {
  const before = asked();
  expect(before[0]).toBe(200);
  await lookAtCatalogue();
  await waitFor('another look', async () => asked().length > before.length);
  expect(asked().at(-1)).toBe(304);
});

test('a connector is submitted with extractors, and the sixth in an hour is told to wait', async () => {
  const definition = {
    version: 1,
    id: 'example',
    name: 'Example',
    hosts: ['www.example.test'],
    pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ text: 'h1' }] } }],
    verified: { date: null, how: 'never' },
  };
  const checked = { definition, proof: proofOf(definition as unknown as Definition) };
  const connector = { name: 'Example', domains: ['www.example.test'] };
  const documented = documentedSubmission({ ...connector, definition });
  const submit = () =>
    sendMessage(browser, 'connectors.submit', { ...connector, definition: checked, documented });
  expect(await submit()).toMatchObject({ state: 'submitted', id: 'c1' });
  expect(live.account.submissions[0]?.definition).toMatchObject({
    extractors: { title: [{ type: 'text', selector: 'h1' }] },
    matinee: { id: 'example' },
  });
  for (let count = 2; count <= 5; count += 1) await submit();
  expect(await submit()).toMatchObject({ state: 'refused', code: 'rate-limited' });
});

declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
};
