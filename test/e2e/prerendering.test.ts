import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { signIn } from '../support/browser/drive-extension';
import { launchPlainChromium, type PlainChromium } from '../support/browser/plain-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { waitForHistory } from './sites/read-progress';
import { htmlPage, mediaResponse } from './sites/site-page';

let service: RunningService;
let sites: SiteServer;
let chromium: PlainChromium;
/** What the page that was prerendered reports of its activation, in milliseconds after its start. */
let activationStart: number | undefined;

beforeAll(async () => {
  service = await startService({ dataDir: ':memory:', deviceIntervalSeconds: 1, log: () => {} });
  sites = await startSiteServer({ 'cinema.matinee.test': cinema });
  chromium = await launchPlainChromium(sites);
  await chromium.grantHosts(['https://cinema.matinee.test/*']);
  await signIn(chromium, service);
});
afterAll(async () => {
  await chromium.close();
  await sites.close();
  await service.close();
});

function cinema(request: Request): Response | Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith('/media/')) return mediaResponse(request);
  if (pathname === '/activated') {
    activationStart = Number(searchParams.get('at'));
    return new Response(null, { status: 204 });
  }
  return htmlPage(pathname === '/' ? foyer : film);
}

/** A link whose page the browser prerenders, and which is followed once that has begun to run. */
const foyer = `<title>Foyer</title><a href="/cinema/film/sintel">Sintel</a>
  <script type="speculationrules">
    {"prerender": [{"urls": ["/cinema/film/sintel"], "eagerness": "immediate"}]}
  </script>
  <script>
    new BroadcastChannel('film').onmessage = () => document.querySelector('a').click();
  </script>`;

const film = `<meta name="application-name" content="Matinee Cinema"><title>Sintel</title>
  <div id="screen" data-playing="feature"><video class="main" muted src="/media/1"></video></div>
  <section id="now-playing" data-tmdb="45745"><h1 class="title">Sintel</h1></section>
  <script>
    const video = document.querySelector('video');
    const begin = async () => {
      const { activationStart } = performance.getEntriesByType('navigation')[0];
      void fetch('/activated?at=' + activationStart);
      video.currentTime = 2200;
      video.playbackRate = 16;
      await video.play();
      video.playbackRate = 16;
    };
    if (document.prerendering) {
      document.addEventListener('prerenderingchange', begin);
      // The content script of the extension has run by then.
      addEventListener('load', () => setTimeout(() => new BroadcastChannel('film').postMessage(''), 1000));
    } else void begin();
  </script>`;

test('a page that was prerendered is recorded from its activation on', async () => {
  await chromium.open('https://cinema.matinee.test/');
  const at = await waitFor('the activation of the page', () => activationStart, { timeout: 30_000 });
  expect(at).toBeGreaterThan(0);
  await waitForHistory({ service, readKey: service.createKey('pk') }, 'Sintel');
});
