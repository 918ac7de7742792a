import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFirefox } from './browser-paths';
import { launchFirefox, type Firefox } from './launch-firefox';
import { startSiteServer, type SiteServer } from '../server/site-server';

describe.skipIf(findFirefox() === undefined)('Firefox', () => {
  let sites: SiteServer;
  let firefox: Firefox;

  beforeAll(async () => {
    sites = await startSiteServer({
      'www.netflix.com': ({ url }) =>
        new Response(url.endsWith('/moving') ? MOVING : '<!doctype html><h1>A real name</h1>', {
          headers: { 'Content-Type': 'text/html' },
        }),
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

  test('a click reaches its element only: not where it was, and not while it is disabled', async () => {
    const page = await firefox.newPage();
    await page.goto('https://www.netflix.com/moving');
    await page.click('#wanted');
    expect(await page.evaluate(() => document.title)).toBe('moved enabled wanted');
    await page.click('#other');
    expect(await page.evaluate(() => document.title)).toBe('moved enabled wanted other');
    await page.close();
  });

  test('pages of the extension open and are drawn', async () => {
    const page = await firefox.openPage('src/popup/index.html');
    expect(await page.evaluate(() => document.title)).not.toBe('');
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
    await page.close();
  });
});

/** A button moves away as the pointer comes, leaves its place to another, and is disabled for a moment. */
const MOVING = `<!doctype html><title></title>
  <div id="place" style="height: 0"></div><button id="wanted">Wanted</button><br><button id="other">Other</button>
  <script>
    const [place, wanted, other] = ['place', 'wanted', 'other'].map((id) => document.getElementById(id));
    const tell = (text) => { document.title = (document.title + ' ' + text).trim(); };
    const enable = () => { tell('enabled'); wanted.disabled = false; };
    wanted.addEventListener('mousemove', () => {
      tell('moved');
      place.style.height = '300px';
      document.body.prepend(other);
      wanted.disabled = true;
      setTimeout(enable, 300);
    }, { once: true });
    wanted.addEventListener('click', () => tell('wanted'));
    other.addEventListener('click', () => tell('other'));
  </script>`;

declare const browser: { readonly permissions: { readonly getAll: () => Promise<{ origins: string[] }> } };
