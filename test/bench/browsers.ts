import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type RunningService } from '../../src/service/start-service';
import { createCinema } from '../demo/cinema';
import { filmResponse } from '../support/film/film';
import { signIn } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { createCinemaCatalogue } from '../demo/cinema-catalogue';
import { startTrackerProxy, type TrackerProxy } from '../support/server/tracker-proxy';

/**
 * Three browsers with the same sites: `extended` with Matinee, signed in at the real service; `least` with a
 * content script that does only what every scrobbler must (find the video, listen to it, send messages to the
 * worker); `plain` without an extension.
 */
export interface Browsers {
  readonly extended: Chromium;
  readonly least: Chromium;
  readonly plain: Chromium;
  readonly sites: SiteServer;
  readonly tracker: TrackerProxy;
  readonly close: () => Promise<void>;
}

/** The measured watch page. Its film of 45 minutes takes almost no time to decode. */
export const WATCH_PAGE = 'https://cinema.matinee.test/cinema/film/sintel?autoplay=1';

export async function openBrowsers(extension: string): Promise<Browsers> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const service: RunningService = await startService({
      catalogue: createCinemaCatalogue(),
      dataDir: ':memory:',
      deviceIntervalSeconds: 1,
      log: () => {},
    });
    closers.push(() => service.close());
    const tracker = await startTrackerProxy(service);
    closers.push(async () => tracker.close());
    const cinema = createCinema();
    const sites = await startSiteServer({
      'cinema.matinee.test': (request) =>
        new URL(request.url).pathname === '/film.webm'
          ? filmResponse(request, 'feature.webm')
          : cinema.fetch(request),
      'www.unsupported.example': () =>
        new Response('<!doctype html><title>News</title><h1>News</h1>', {
          headers: { 'content-type': 'text/html' },
        }),
    });
    closers.push(() => sites.close());
    const plain = await launchChromium({ extension: false, sites });
    closers.push(() => plain.close());
    const extended = await launchChromium({ extension, sites });
    closers.push(() => extended.close());
    const least = await launchChromium({ extension: await withLeastScript(extension, closers), sites });
    closers.push(() => least.close());
    for (const browser of [extended, least]) {
      await signIn(browser, { ...service, baseUrl: tracker.baseUrl });
      await browser.grantHosts(['https://cinema.matinee.test/*']);
    }
    return { extended, least, plain, sites, tracker, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function withLeastScript(extension: string, closers: (() => Promise<unknown>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-least-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await cp(extension, folder, { recursive: true });
  await writeFile(join(folder, 'content.js'), LEAST);
  return folder;
}

const LEAST = `
const { signal } = new AbortController();
const sample = (video) => {
  const { currentTime, duration, paused } = video;
  const { pathname } = new URL(location.href);
  const { width } = video.getBoundingClientRect();
  const named = document.querySelector('h1, meta[property]');
  const names = [named?.textContent, named?.getAttribute('content')];
  self.least = [currentTime, duration, paused, width, pathname, ...names];
};
chrome.runtime.onMessage.addListener(() => {});
chrome.runtime.sendMessage({ least: location.href }).catch(() => {});
navigation.addEventListener('navigatesuccess', () => {}, { signal });
document.addEventListener('pause', ({ target }) => sample(target), { capture: true, signal });
setTimeout(() => sample(document.querySelector('video')), 1_000);
`;
