import type { CDPSession, Frame, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages, type Answer, type MessageName } from '../../src/protocol/messages/messages';
import { readStorage, sendMessage } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';

// A site, and a definition that somebody sends, in the real browser. The attacker runs code in the isolated
// world of the content script, as a page does that has broken out of its own.

const id = '11111111-2222-3333-4444-555555555555';
/** What the attacker would have: the page itself asks for its own title. */
const wanted = '99999999-2222-3333-4444-555555555555';
const hulu = `https://www.hulu.com/watch/${id}`;
const crunchyroll = 'https://www.crunchyroll.com/watch/GATTACKER/x';
const bank = 'https://bank.example.test/account/7';
/** `METHOD URL cookie` of what was requested at the hosts of others. */
const taken: string[] = [];
let sites: SiteServer;
let chromium: Chromium;

const html = (body: string) =>
  new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });

beforeAll(async () => {
  sites = await startSiteServer({
    'www.crunchyroll.com': () => html('<title>Attacker</title>'),
    'www.hulu.com': () => html(`<title>Hulu</title><iframe src="${crunchyroll}"></iframe>`),
    'discover.hulu.com': (request) => {
      taken.push(`${request.method} ${request.url} ${request.headers.get('cookie') ?? '-'}`);
      return Response.json({ secret: 'of the person' });
    },
    'bank.example.test': (request) => {
      if (request.method === 'GET')
        return html(
          `<title>${'😀'.repeat(60)}!</title><script>sessionStorage.csrf = 'token'</script><h1>A</h1>`,
        );
      taken.push(`${request.method} ${request.url}`);
      return Response.json({});
    },
  });
  chromium = await launchChromium({ sites });
  const hosts = ['www.crunchyroll.com', 'www.hulu.com', 'discover.hulu.com', 'bank.example.test'];
  await chromium.grantHosts(hosts.map((host) => `https://${host}/*`));
  await chromium.context.addCookies([
    {
      name: 'session',
      value: 'secret',
      domain: 'discover.hulu.com',
      path: '/',
      secure: true,
      sameSite: 'None',
    },
  ]);
});
afterAll(async () => {
  await chromium.close();
  await sites.close();
});

/** Sends messages from the isolated world of the content script in a page or a frame. */
async function attackerIn(of: Page | Frame) {
  const cdp: CDPSession = await chromium.context.newCDPSession(of);
  const worlds: number[] = [];
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin === `chrome-extension://${chromium.extensionId}`) worlds.push(context.id);
  });
  await cdp.send('Runtime.enable');
  const contextId = await waitFor('the isolated world', () => worlds[0]);
  return async (name: string, input: unknown) => {
    const expression = `chrome.runtime.sendMessage(${JSON.stringify({ name, input })})`;
    const call = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result } = await cdp.send('Runtime.evaluate', call);
    return result.value as Answer<unknown>;
  };
}

async function open(address: string): Promise<Page> {
  const page = await chromium.context.newPage();
  await page.goto(address);
  return page;
}

const question = { name: 'entity', values: { id: wanted }, url: hulu };
const gained = () => taken.filter((one) => one.includes(wanted));

test('the script of one site cannot ask the endpoint of another with the person’s cookies', async () => {
  const page = await open(crunchyroll);
  const send = await attackerIn(page);
  expect(await send('endpoint', question)).toEqual({ value: { failed: '' } });
  expect(gained()).toEqual([]);
  await page.close();
});

test('nor from a frame inside of the other site, whose own page is answered', async () => {
  const page = await open(hulu);
  const frame = await waitFor('the frame', () => page.frames().find((one) => one.url() === crunchyroll));
  const fromFrame = await attackerIn(frame);
  expect(await fromFrame('endpoint', question)).toEqual({ value: { failed: '' } });
  expect(gained()).toEqual([]);
  const own = await attackerIn(page);
  expect(await own('endpoint', question)).toEqual({ value: { value: { secret: 'of the person' } } });
  expect(gained()).toEqual([
    expect.stringMatching(/^GET https:\/\/discover\.hulu\.com\/\S+ session=secret$/),
  ]);
  await page.close();
});

test('no message of our own pages is accepted from the script of a site', async () => {
  const page = await open(crunchyroll);
  const send = await attackerIn(page);
  const ofPages = (Object.keys(messages) as MessageName[]).filter((name) => messages[name].from === 'page');
  for (const name of ofPages) {
    const answer = await send(name, {});
    expect('error' in answer && answer.error.code, name).toBe('forbidden-sender');
  }
  await page.close();
});

const definition = {
  version: 1,
  id: 'bank',
  name: 'Bank',
  hosts: ['bank.example.test'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/account/(?<id>\\d+)' },
      values: { csrf: [{ storage: 'csrf', area: 'session' }] },
      item: { title: [{ text: 'h1' }], seriesTitle: [{ endpoint: 'email', path: '$.name' }] },
    },
  ],
  verified: { date: null, how: 'never' },
};
const acting = {
  ...definition,
  endpoints: {
    email: {
      urls: ['https://bank.example.test/account/email/{id}'],
      method: 'POST',
      headers: { 'x-csrf-token': '{csrf}' },
      body: { email: 'mine@evil.example.test' },
      credentials: true,
    },
  },
};
const freezing = {
  ...definition,
  pages: definition.pages.map((page) => ({
    ...page,
    item: { title: [{ title: true, transforms: [{ regex: '^(?:😀|😀)*$' }] }] },
  })),
};
const replacement = {
  ...definition,
  id: 'netflix',
  name: 'Not Netflix',
  hosts: ['www.netflix.com'],
  pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item: { title: [{ text: 'h1' }] } }],
};
const fileOf = (content: object) => ({
  name: 'sent.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});
const backupOf = (connector: object) => ({
  format: 'matinee-backup',
  version: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  settings: {},
  sites: {},
  corrections: [],
  connectors: { bank: connector },
});

test.each([
  ['acts in the person’s name', acting, ['endpoints.email.method', 'endpoints.email.headers.x-csrf-token']],
  ['freezes the page', freezing, ['pages[0].item.title[0].transforms[0].regex']],
])('a connector that %s is imported neither as a file nor in a backup', async (_, connector, paths) => {
  const list = await chromium.openPage('src/options/index.html#/connectors');
  await list.locator('input[type=file]').setInputFiles(fileOf(connector));
  const summary = list.getByRole('region', { name: 'Import file' });
  await summary.getByText('This file isn’t a valid connector:').waitFor();
  for (const path of paths) expect(await summary.textContent()).toContain(path);
  expect(await summary.getByRole('button', { name: 'Save as draft' }).count()).toBe(0);
  await list.goto(`${list.url().split('#')[0] ?? ''}#/data`);
  await list.locator('#backup-file').setInputFiles(fileOf(backupOf(connector)));
  await list.getByRole('alert').getByText('connectors.bank: ').waitFor();
  expect(await list.getByRole('button', { name: 'Restore selected' }).count()).toBe(0);
  await list.close();
});

test.each([
  ['acts in the person’s name', acting],
  ['freezes the page', freezing],
])('a connector that %s rests even where it was stored past these questions', async (_, connector) => {
  await sendMessage(chromium, 'data.import', { backup: backupOf(connector), parts: ['connectors'] });
  taken.length = 0;
  // The settings give a proof to what passes the check, when they are opened.
  const settings = await chromium.openPage('src/options/index.html#/sites');
  await settings.getByRole('switch', { name: 'Netflix' }).waitFor();
  await expect(sendMessage(chromium, 'sites.set', { siteId: 'bank', enabled: true })).rejects.toThrow(
    'unknown-site',
  );
  const page = await open(bank);
  await page.getByRole('heading').waitFor();
  expect(await scriptPatterns()).toContain('https://www.hulu.com/*');
  expect(await scriptPatterns()).not.toContain('https://bank.example.test/*');
  expect(taken).toEqual([]);
  for (const one of [page, settings]) await one.close();
});

test('a backup that somebody sends takes nothing over unless each part is chosen', async () => {
  const settings = {
    baseUrl: 'http://192.168.1.66/api/v1',
    allowHttp: true,
    privateWindows: true,
    interval: 600,
  };
  const sent = { ...backupOf(definition), connectors: { netflix: replacement }, settings };
  const page = await chromium.openPage('src/options/index.html#/data');
  await page.locator('#backup-file').setInputFiles(fileOf(sent));
  await page.getByText('Replaces the built-in connector: Netflix').waitFor();
  const boxes = page.getByRole('group', { name: 'Choose what to restore' }).getByRole('checkbox');
  const parts = await boxes.evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('name') ?? ''} ${String((one as HTMLInputElement).checked)}`),
  );
  for (const part of ['tracker false', 'private-windows false', 'connectors false', 'settings true'])
    expect(parts).toContain(part);
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await page.getByText('Backup restored.').waitFor();
  expect(await readStorage(chromium, 'local', 'settings')).toMatchObject({
    baseUrl: '',
    allowHttp: false,
    privateWindows: false,
    interval: 600,
  });
  expect(JSON.stringify(await readStorage(chromium, 'local', 'own-connectors'))).not.toContain('Not Netflix');
  await page.close();
});

function scriptPatterns(): Promise<readonly string[]> {
  return chromium.evaluate(
    async () => (await chrome.scripting.getRegisteredContentScripts()).flatMap(({ matches }) => matches),
    undefined,
  );
}

declare const chrome: {
  readonly scripting: {
    readonly getRegisteredContentScripts: () => Promise<readonly { readonly matches: readonly string[] }[]>;
  };
};
