import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExtension } from '../../scripts/build/build-extension';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { startService, type RunningService } from '../../src/service/start-service';
import { signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { spawnChromium, type SpawnedChromium } from '../support/browser/spawn-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { readHistory } from '../support/server/start-stage';
import { channel4Hosts } from './sites/channel-4';
import { nameOf, readProgress } from './sites/read-progress';
import { htmlPage, mediaResponse } from './sites/site-page';

/**
 * A browser as people use it, with prerendering and the back-forward cache: nothing drives it but the pages.
 */
let service: RunningService;
let readKey: string;
let sites: SiteServer;
let profile: string;
let extension: string;
let browser: SpawnedChromium | undefined;
/** What the pages told, in order. */
const told: string[] = [];

beforeAll(async () => {
  service = await startService({
    catalogue: createBuiltInCatalogue(),
    dataDir: ':memory:',
    deviceIntervalSeconds: 1,
    log: () => {},
  });
  readKey = await service.createKey('pk');
  sites = await startSiteServer({ 'www.channel4.com': site });
  extension = await buildExtension({ browser: 'chrome' });
  profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  const driven = await launchChromium({ extension, sites, profile });
  await signIn(driven, service);
  await driven.grantHosts(channel4Hosts);
  await driven.close();
});
afterAll(async () => {
  await browser?.kill();
  await sites.close();
  await service.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

const watchPath = (episode: number) => `/programmes/breaking-bad/on-demand/known-${episode}`;

/**
 * `/start-N`: has episode N prerendered, and goes there. The episode plays until the tracker has a position of
 * it, and leaves for `/catalogue`, which goes back; then it plays to its end.
 */
async function site(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, begun] = /^\/start-(\d+)$/.exec(pathname) ?? [];
  const [, watched] = /on-demand\/known-(\d+)$/.exec(pathname) ?? [];
  if (pathname === '/told') {
    told.push(decodeURIComponent(search.slice(1)));
    return new Response();
  }
  if (pathname === '/is-ready') return new Response('', { status: told.includes('prerendered') ? 200 : 404 });
  if (pathname === '/is-recorded') {
    if (!told.includes('recorded') && (await positions()).length > 0) told.push('recorded');
    return new Response('', { status: told.includes('recorded') ? 200 : 404 });
  }
  if (begun !== undefined) return htmlPage(startPage(watchPath(Number(begun))));
  if (pathname === '/open-3') return htmlPage(openingPage('/start-3'));
  if (pathname === '/catalogue') return htmlPage('<script>setTimeout(() => history.back(), 2000)</script>');
  return watched === undefined ? mediaResponse(request) : htmlPage(watchPage(watched));
}

/** Of what the tracker has a position. */
const positions = async () => (await readProgress({ service, readKey })).map(nameOf);

const tell = "const tell = (text) => fetch('/told?' + encodeURIComponent(text), { method: 'POST' });";

/**
 * An extension of the command line is installed anew at each start, and its welcome page then hides this one.
 * The opened page is in front again, without which the browser loads no media and shows no prerendered page.
 */
function openingPage(path: string): string {
  return `<script>
    const openInFront = () => document.hidden && open(${JSON.stringify(path)}, '_blank', 'noopener');
    document.addEventListener('visibilitychange', openInFront, { once: true });
    openInFront();
  </script>`;
}

function startPage(path: string): string {
  const rules = { prerender: [{ source: 'list', urls: [path], eagerness: 'immediate' }] };
  return `<script type="speculationrules">${JSON.stringify(rules)}</script>
    <script>
      setInterval(async () => {
        if ((await fetch('/is-ready')).ok) location.href = ${JSON.stringify(path)};
      }, 200);
    </script>`;
}

function watchPage(episode: string): string {
  return `<h1 class="all4-brandhubs-details__title--text">Breaking Bad</h1>
    <p class="all4-brandhubs-details__episode-number">Series 1 Episode ${episode}</p>
    <video muted></video>
    <script>
      ${tell}
      const video = document.querySelector('video');
      const play = async (from) => {
        video.currentTime = from;
        await video.play();
        video.playbackRate = 16;
      };
      const begin = async () => {
        video.src = '/media/${episode}';
        await play(0);
        while (!(await fetch('/is-recorded')).ok) await new Promise((resolve) => setTimeout(resolve, 200));
        location.href = '/catalogue';
      };
      addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        tell('restored');
        play(2380);
      });
      if (document.prerendering) {
        document.addEventListener('prerenderingchange', () => { tell('shown'); begin(); });
        tell('prerendered');
      } else {
        tell('loaded');
        begin();
      }
    </script>`;
}

test('a page that was prerendered, left and restored from the back-forward cache is recorded once', async () => {
  browser = spawnChromium(profile, extension, sites, 'https://www.channel4.com/open-3');
  await waitFor('a page that was shown', () => told.includes('shown'));
  // What says hello when it is restored would be recorded only then.
  await waitFor('a position of the page that was prerendered', () => told.includes('recorded'));
  await waitFor('a page that was restored', () => told.includes('restored'));
  expect(told).toEqual(['prerendered', 'shown', 'recorded', 'restored']);
  const tracker = { service, readKey };
  const history = await waitFor('the history', async () => {
    const entries = await readHistory(tracker);
    return entries.length > 0 && entries;
  });
  expect(history.map(nameOf)).toEqual(['Breaking Bad 1x3']);
  expect(await positions()).toEqual(['Breaking Bad 1x3']);
});
