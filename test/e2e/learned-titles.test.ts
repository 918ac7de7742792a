import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { findFirefox } from '../support/browser/browser-paths';
import { sendMessage, signIn, tabViews } from '../support/browser/drive-extension';
import { startFreeSources, type RunningFreeSources } from '../support/free-sources/start-free-sources';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { startTrackerProxy, type TrackerProxy } from '../support/server/tracker-proxy';
import { waitFor } from '../support/wait-for';
import { playEpisode } from './first-evening';
import { launchJourneyBrowser, type JourneyBrowser } from './journeys/journey-browser';
import { isVisit, readPrivacyTable, unexplained } from './journeys/privacy-table';
import { netflix, netflixHosts } from './sites/netflix';

/*
 * What one person says a title is, is known to another on the same tracker: by the site's own id, under a name
 * that no source has. One in Chromium, the other in Firefox, each with an account of their own.
 */

const SERIES = { tmdbId: 90_210, name: 'Harbour Lights' };
const show = { id: 300, seasons: [[[101, 'Ebbe'] as const, [102, 'Nebel'] as const]] };
/** How Netflix names the series; another name for each browser. */
let name = 'Hafenlichter';

let sources: RunningFreeSources;
let service: RunningService;
let proxy: TrackerProxy;
let sites: SiteServer;
let chromium: JourneyBrowser;
let firefox: JourneyBrowser;

describe.skipIf(findFirefox() === undefined)('a title that a person corrects', () => {
  beforeAll(async () => {
    sources = await startFreeSources([
      {
        wikidataId: 'Q9001',
        kind: 'tv',
        tmdbId: SERIES.tmdbId,
        tvmazeId: 7001,
        labels: { en: SERIES.name },
        year: 2021,
        sitelinks: 40,
        seasons: { 1: ['Low Tide', 'Fog', 'Spring Flood'] },
      },
    ]);
    const freeSources = sources.addresses;
    service = await startService({
      dataDir: ':memory:',
      deviceIntervalSeconds: 1,
      freeSources,
      log: () => {},
    });
    proxy = await startTrackerProxy(service);
    sites = await startSiteServer({
      'www.netflix.com': (request) => netflix({ ...show, title: name })(request),
    });
    chromium = await launchJourneyBrowser('chromium', sites);
    firefox = await launchJourneyBrowser('firefox', sites);
    const other = await service.store.users.add('ben', 'correct horse', 'member');
    await signIn(chromium, { ...service, baseUrl: proxy.baseUrl });
    await signIn(firefox, service, other?.id);
    await chromium.grantHosts(netflixHosts);
    await firefox.grantHosts(netflixHosts);
  }, 300_000);
  afterAll(async () => {
    // Those that were started before the start failed.
    const started = [chromium, firefox, sites, proxy, service, sources] as readonly (
      { close(): Promise<void> } | undefined
    )[];
    for (const one of started) await one?.close();
  });

  test('is known by the id of the site in another browser, until it is taken back', async () => {
    const page = await watchEpisode(chromium, 101);
    const { tabId } = await waitFor('a title that is not known', async () =>
      (await tabViews(chromium)).find(({ status }) => status.kind === 'unmatched'),
    );
    const [media] = await sendMessage(chromium, 'media.search', { type: 'episode', title: SERIES.name });
    expect(media).toMatchObject({ tmdbId: SERIES.tmdbId });
    await sendMessage(chromium, 'corrections.set', {
      of: { tabId },
      scope: 'series',
      media: { type: 'episode', tmdbId: SERIES.tmdbId, seasonNumber: 1, episodeNumber: 1 },
    });
    await waitFor('what the tracker has learned', async () => (await learned()).length > 0);
    expect(await learned()).toEqual([`tv/${SERIES.tmdbId}`]);
    await page.close();

    name = 'Luces del puerto';
    const watched = await watchEpisode(firefox, 102);
    const view = await waitFor('the title in the other browser', async () =>
      (await tabViews(firefox)).find(({ media: found }) => found !== undefined),
    );
    expect(view.media).toMatchObject({ tmdbId: SERIES.tmdbId, seasonNumber: 1, episodeNumber: 2 });
    expect(view.status.kind).toBe('scrobbling');
    await watched.close();

    const corrections = await chromium.openPage('src/options/index.html#/corrections');
    await corrections.waitForText('Hafenlichter');
    await corrections.press('Remove Hafenlichter S1 E1');
    await waitFor('the tracker to forget it', async () => (await learned()).length === 0);
    await corrections.press('Undo');
    await waitFor('the tracker to know it again', async () => (await learned()).length > 0);
    await corrections.close();
    const seen = proxy.seen.filter((request) => !isVisit(request));
    expect(seen.filter(({ path }) => path.endsWith('/site-ids'))).toHaveLength(3);
    expect(unexplained(seen, await readPrivacyTable())).toEqual([]);
  });
});

function learned(): Promise<string[]> {
  return service.store.siteIds.works({ site: 'netflix', id: String(show.id) });
}

async function watchEpisode(browser: JourneyBrowser, id: number) {
  const page = await browser.newPage();
  await page.goto(`https://www.netflix.com/watch/${id}`);
  await page.evaluate(playEpisode);
  return page;
}
