import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFirefox } from './browser-paths';
import { launchFirefox, type Firefox } from './launch-firefox';
import { startSiteServer, type SiteServer } from '../server/site-server';

describe.skipIf(findFirefox() === undefined)('Firefox', () => {
  let sites: SiteServer;
  let firefox: Firefox;

  beforeAll(async () => {
    sites = await startSiteServer({
      'www.netflix.com': () =>
        new Response('<!doctype html><h1>A real name</h1>', { headers: { 'Content-Type': 'text/html' } }),
    });
    firefox = await launchFirefox({ sites });
  });

  afterAll(async () => {
    await firefox.close();
    await sites.close();
  });

  test('a page under a real host name is served by this machine over https and http', async () => {
    const page = await firefox.newPage();
    await page.goto('https://www.netflix.com/watch/1');
    await page.waitForText('A real name');
    await page.goto('http://www.netflix.com/plain');
    expect(sites.requests).toContain('GET https://www.netflix.com/watch/1');
    expect(sites.requests).toContain('GET http://www.netflix.com/plain');
    await page.close();
  });

  test('hosts are granted and revoked through the browser', async () => {
    const granted = () =>
      firefox.evaluate(() => browser.permissions.getAll().then(({ origins }) => origins), undefined);
    expect(await granted()).toEqual(['http://127.0.0.1/*']);
    await firefox.grantHosts(['https://*.netflix.com/*']);
    expect(await granted()).toContain('https://*.netflix.com/*');
    await firefox.revokeHosts(['https://*.netflix.com/*']);
    expect(await granted()).toEqual(['http://127.0.0.1/*']);
  });

  test('pages of the extension open and are drawn', async () => {
    const page = await firefox.openPage('src/popup/index.html');
    expect(await page.evaluate(() => document.title)).not.toBe('');
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
    await page.close();
  });
});

declare const browser: { readonly permissions: { readonly getAll: () => Promise<{ origins: string[] }> } };
