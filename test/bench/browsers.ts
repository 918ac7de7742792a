import type { RunningService } from '../../src/service/start-service';
import { createCinema } from '../demo/cinema';
import { filmResponse } from '../support/film/film';
import { LEAST_SCRIPT, withFiles } from './least-script';
import { signIn } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { startTrackerProxy, type TrackerProxy } from '../support/server/tracker-proxy';
import { startCinemaService } from '../support/server/start-cinema-service';

/**
 * Three browsers with the same sites: `extended` with Matinee, signed in at the real service; `least` with a
 * content script that does only what every scrobbler must (`LEAST_SCRIPT`); `plain` without an extension.
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
    const service: RunningService = await startCinemaService();
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
    const least = await launchChromium({
      extension: await withFiles(extension, { 'content.js': LEAST_SCRIPT }, closers),
      sites,
    });
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
