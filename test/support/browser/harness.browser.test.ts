import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmResponse } from '../film/film';
import type { Chromium } from './chromium';
import { launchChromium } from './launch-chromium';
import { startSiteServer, type SiteServer } from '../server/site-server';

let sites: SiteServer;
let chromium: Chromium;

beforeAll(async () => {
  sites = await startSiteServer({
    'www.netflix.com': () => html('<title>Netflix</title><h1>A real name</h1>'),
    '*.example.test': (request) => html(`<h1>${new URL(request.url).hostname}</h1>`),
    'film.test': (request) =>
      new URL(request.url).pathname === '/film.webm'
        ? filmResponse(request)
        : html('<video src="/film.webm" muted></video>'),
  });
  chromium = await launchChromium({ sites });
});

afterAll(async () => {
  await chromium.close();
  await sites.close();
});

test('a page under a real host name is served by this machine over https and http', async () => {
  const page = await chromium.context.newPage();
  await page.goto('https://www.netflix.com/watch/1');
  expect(await page.textContent('h1')).toBe('A real name');
  await page.goto('http://player.example.test/');
  expect(await page.textContent('h1')).toBe('player.example.test');
  expect(sites.requests).toContain('GET https://www.netflix.com/watch/1');
  await page.close();
});

test('a host without a site answers 404, and no request leaves the machine', async () => {
  const page = await chromium.context.newPage();
  const answer = await page.goto('https://www.wikipedia.org/');
  expect(answer?.status()).toBe(404);
  await page.close();
});

test('the film plays to its end and supports seeking', async () => {
  const page = await chromium.context.newPage();
  await page.goto('https://film.test/');
  const duration = await page.evaluate(async () => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('no video');
    await video.play();
    video.currentTime = 55;
    video.playbackRate = 8;
    await new Promise((resolve) => {
      video.addEventListener('ended', resolve);
    });
    return video.duration;
  });
  expect(duration).toBeCloseTo(60, 0);
  await page.close();
});

test('only the tracker is granted at install, and other hosts are granted through the browser', async () => {
  const page = await chromium.openPage('src/options/index.html');
  const granted = () => page.evaluate<string[]>('chrome.permissions.getAll().then(({ origins }) => origins)');
  expect(await granted()).toEqual(['http://127.0.0.1/*']);
  await page.evaluate(
    'chrome.permissions.onAdded.addListener((added) => { globalThis.seen = added.origins; })',
  );
  await chromium.grantHosts(['https://*.example.test/*']);
  expect(await granted()).toContain('https://*.example.test/*');
  expect(await page.evaluate('globalThis.seen')).toEqual(['https://*.example.test/*']);
  await chromium.revokeHosts(['https://*.example.test/*']);
  expect(await granted()).toEqual(['http://127.0.0.1/*']);
  await page.close();
});

test('a stopped worker loses its memory and starts again on demand', async () => {
  const before = await chromium.worker();
  await before.evaluate('globalThis.mark = 1');
  await chromium.stopWorker();
  const after = await chromium.worker();
  expect(await after.evaluate('globalThis.mark ?? 0')).toBe(0);
});

test('the real popup opens over the active page', async () => {
  const page = await chromium.context.newPage();
  await page.goto('https://www.netflix.com/watch/2');
  const bubble = await chromium.openBubble(page);
  const active = await bubble.evaluate(
    'chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => tab.index)',
  );
  expect(active).toBe(chromium.context.pages().indexOf(page));
  expect((await bubble.screenshot()).subarray(1, 4).toString()).toBe('PNG');
  await bubble.close();
  await page.close();
});

test('a page cannot detect the extension', async () => {
  const page = await chromium.context.newPage();
  await page.goto('https://www.netflix.com/watch/3');
  const reached = await page.evaluate(
    (id) =>
      Promise.all(
        ['manifest.json', 'content.js', 'icons/icon-16.png'].map((file) =>
          fetch(`chrome-extension://${id}/${file}`).then(
            () => file,
            () => undefined,
          ),
        ),
      ),
    chromium.extensionId,
  );
  expect(reached).toEqual([undefined, undefined, undefined]);
  await page.close();
});

function html(body: string): Response {
  return new Response(`<!doctype html>${body}`, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
