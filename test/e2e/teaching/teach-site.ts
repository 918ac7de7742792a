import { signIn, tabViews } from '../../support/browser/drive-extension';
import { startSiteServer } from '../../support/server/site-server';
import { startTrackerProxy, type TrackerProxy } from '../../support/server/tracker-proxy';
import { waitFor } from '../../support/wait-for';
import { launchJourneyBrowser, type JourneyBrowser, type JourneyEngine } from '../journeys/journey-browser';
import type { JourneyPage } from '../journeys/journey-page';
import type { Episode, InventedSite } from './invented';
import { startCinemaService } from '../../support/server/start-cinema-service';

export interface Taught {
  /** Clicks until the first episode is recorded, and until the connector is submitted. */
  readonly recorded?: number;
  readonly submitted?: number;
  /** Where the person came no further, and what was recorded wrongly; empty when all is right. */
  readonly problems: readonly string[];
}

export interface TeachingStage {
  readonly browser: JourneyBrowser;
  readonly tracker: TrackerProxy;
  readonly close: () => Promise<void>;
}

/** The real service, an invented site, and a browser that is signed in. */
export async function startTeachingStage(
  engine: JourneyEngine,
  { pages }: InventedSite,
): Promise<TeachingStage> {
  const service = await startCinemaService();
  const tracker = await startTrackerProxy(service);
  const sites = await startSiteServer(pages);
  const browser = await launchJourneyBrowser(engine, sites);
  await signIn(browser, { ...service, baseUrl: tracker.baseUrl });
  return {
    browser,
    tracker,
    close: async () => {
      await browser.close();
      await sites.close();
      await tracker.close();
      await service.close();
    },
  };
}

/** One site, the tabs in which it is taught, and the person's clicks. */
interface Teaching extends TeachingStage {
  readonly site: InventedSite;
  readonly film: JourneyPage;
  readonly workbench: JourneyPage;
  readonly workbenchTab: number;
  readonly click: (what: () => Promise<unknown>) => Promise<void>;
  readonly clicks: () => number;
  readonly picture: (name: string) => Promise<void>;
}

type SavePicture = (name: string, png: Buffer) => Promise<void>;

/**
 * Teaches one site as a person does who knows what plays and sees only what is shown: looks at the readings,
 * lets the controls appear, points at what is wrong, takes the draft into use, watches on, and submits.
 */
export async function teachSite(
  stage: TeachingStage,
  site: InventedSite,
  savePicture: SavePicture,
): Promise<Taught> {
  const before = stage.tracker.seen.length;
  const teaching = await begin(stage, site, savePicture);
  const taught: { recorded?: number; submitted?: number } = {};
  const problems: string[] = [];
  try {
    await reachReady(teaching);
    taught.recorded = await useAndRecord(teaching);
    taught.submitted = await watchOnAndSubmit(teaching);
  } catch (error) {
    const shown = await teaching.workbench.evaluate(() => document.body.innerText.slice(0, 900));
    problems.push(`${error instanceof Error ? error.message : String(error)}\n${shown}`);
    await teaching.picture('0-stuck');
  }
  await teaching.film.close();
  await teaching.workbench.close();
  await lastUpdate(stage.tracker);
  problems.push(...wronglyRecorded(stage.tracker, before, site));
  return { ...taught, problems };
}

/**
 * Opens the site, and the workbench for it. The icon, "Teach Matinee this site", "Allow and read page" and the
 * browser's prompt are four clicks: no engine lets a program press the first and the last, so access is granted
 * here. workbench-invented.test.ts goes through the real popup in Chromium.
 */
async function begin(stage: TeachingStage, site: InventedSite, savePicture: SavePicture): Promise<Teaching> {
  const { browser } = stage;
  let clicks = 4;
  await browser.grantHosts(Object.keys(site.pages).map((host) => `https://${host}/*`));
  const film = await browser.newPage();
  await film.goto(`https://${site.host}${site.first}`);
  const filmTab = await newestTab(browser);
  const workbench = await browser.openPage(`src/options/index.html#/connectors/new?tab=${filmTab}`);
  return {
    ...stage,
    site,
    film,
    workbench,
    workbenchTab: await newestTab(browser),
    clicks: () => clicks,
    async click(what) {
      clicks += 1;
      await what();
    },
    picture: async (name) => savePicture(name, await workbench.picture()),
  };
}

/** Until the panel says that it is ready and shows what plays. */
async function reachReady(teaching: Teaching): Promise<void> {
  const { workbench, click, site, film, browser, workbenchTab } = teaching;
  if (await isRight(teaching, 8_000)) return;
  await click(() => workbench.press('Show page'));
  await moveOver(film);
  await click(() => showTab(browser, workbenchTab));
  if (await isRight(teaching, 8_000)) return;
  const [{ series }] = site.watched;
  await click(() => workbench.press('Pick on page: Series'));
  // Who points at something moves the pointer, and the controls stay.
  await waitFor(`“${series}” in the page`, async () => {
    await film.evaluate(wake);
    return film.evaluate(markText, series);
  });
  await click(() => film.click('[data-meant]'));
  await click(() => workbench.click('.proposal'));
  if (await isRight(teaching, 8_000)) return;
  throw new Error('The readings are not right, and nothing else can be pointed at.');
}

/** Whether the panel is ready and names what plays, at once or within this time. */
async function isRight({ workbench, site }: Teaching, timeout: number): Promise<boolean> {
  const [{ series, number }] = site.watched;
  const isSo = async () => {
    const { verdict, readings } = await workbench.evaluate(readPanel);
    return verdict === 'Ready' && readings['Series'] === series && readings['Episode'] === String(number);
  };
  return waitFor('the right readings', isSo, { timeout, every: 250 }).catch(() => false);
}

async function useAndRecord(teaching: Teaching): Promise<number> {
  const { workbench, click, clicks, picture, site } = teaching;
  await picture('1-ready');
  await click(() => workbench.press('Use connector'));
  await workbench.waitForText('In use');
  await click(() => workbench.press('Show page'));
  await recorded(teaching, site.watched[0]);
  return clicks();
}

/** The next episode, another series, and back in the workbench the submission. */
async function watchOnAndSubmit(teaching: Teaching): Promise<number> {
  const { film, site, workbench, workbenchTab, browser, click, clicks, picture } = teaching;
  if (site.next === 'in-place')
    await film.evaluate(
      (n) => (window as unknown as { show: (n: number) => void }).show(n),
      site.watched[1].number,
    );
  else await film.goto(`https://${site.host}${site.next.address}`);
  await recorded(teaching, site.watched[1]);
  // A change behind # alone loads nothing.
  await film.goto('about:blank');
  await film.goto(`https://${site.host}${site.second}`);
  await recorded(teaching, site.watched[2]);
  await click(() => showTab(browser, workbenchTab));
  await workbench.waitForText('Recorded. Share this connector?');
  await picture('2-recorded');
  await waitFor('the submission to be possible', () => workbench.evaluate(canSubmit));
  await click(() => workbench.press('Submit for review'));
  await workbench.waitForText('Submitted for review');
  await picture('3-submitted');
  return clicks();
}

/** Waits until the tracker has accepted an update of this episode, while the person moves the pointer. */
async function recorded({ browser, site, film }: Teaching, episode: Episode): Promise<void> {
  await waitFor(
    `${episode.series} 1x${episode.number} of ${site.host} at the tracker`,
    async () => {
      await film.evaluate(wake);
      const view = (await tabViews(browser)).find(({ host }) => host === site.host);
      return view?.sent !== undefined && isEpisode(view.media, episode);
    },
    { timeout: 60_000, every: 500 },
  );
}

interface NamedEpisode {
  readonly tmdbId?: number | undefined;
  readonly seasonNumber?: number | undefined;
  readonly episodeNumber?: number | undefined;
}

function isEpisode(media: NamedEpisode | undefined, { series, number }: Episode): boolean {
  return media?.tmdbId === SERIES_IDS[series] && media.seasonNumber === 1 && media.episodeNumber === number;
}

const SERIES_IDS = { 'Breaking Bad': 1396, 'Better Call Saul': 60_059 } as const;

/** Every update that was sent for this site and names none of the episodes that were played. */
function wronglyRecorded(tracker: TrackerProxy, from: number, { watched }: InventedSite): readonly string[] {
  const updates = tracker.seen
    .slice(from)
    .flatMap(({ path, body }) => (path.endsWith('/scrobble') ? [body as NamedEpisode] : []));
  const wrong = updates.filter((update) => !watched.some((episode) => isEpisode(update, episode)));
  return wrong.map((update) => `recorded wrongly: ${JSON.stringify(update)}`);
}

/** Waits until nothing has been sent for three seconds: closing a page sends its last position. */
async function lastUpdate(tracker: TrackerProxy): Promise<void> {
  let known = -1;
  const isQuiet = () => {
    const isSame = tracker.seen.length === known;
    known = tracker.seen.length;
    return isSame;
  };
  await waitFor('the last update', isQuiet, { every: 3_000 });
}

async function moveOver(film: JourneyPage): Promise<void> {
  const end = Date.now() + 3_000;
  await waitFor('the controls to have been seen', async () => {
    await film.evaluate(wake);
    return Date.now() > end;
  });
}

async function newestTab(browser: JourneyBrowser): Promise<number> {
  const tabs = await browser.evaluate(() => chrome.tabs.query({}), undefined);
  return Math.max(...tabs.map(({ id = 0 }) => id));
}

async function showTab(browser: JourneyBrowser, tabId: number): Promise<void> {
  await browser.evaluate((id) => chrome.tabs.update(id, { active: true }), tabId);
}

// These are passed to a page as text, so they refer to nothing outside.

function wake(): void {
  const video = document.querySelector('video') ?? document.body;
  const { left, top } = video.getBoundingClientRect();
  const place = { clientX: left + 50 + (Date.now() % 60), clientY: top + 60 };
  video.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, composed: true, ...place }));
}

function readPanel(): { readonly verdict: string; readonly readings: Readonly<Record<string, string>> } {
  const readings: Record<string, string> = {};
  for (const row of document.querySelectorAll('.teach .reading'))
    readings[row.querySelector('dt')?.textContent ?? ''] = row.querySelector('dd')?.textContent ?? '';
  return { verdict: document.querySelector('.teach .tag')?.textContent ?? '', readings };
}

function markText(text: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>('body *')].find(
    (element) => element.childElementCount === 0 && element.textContent.trim() === text,
  );
  if (found) found.dataset['meant'] = '';
  return found !== undefined;
}

function canSubmit(): boolean {
  return [...document.querySelectorAll('button')].some(
    ({ textContent, disabled }) => textContent === 'Submit for review' && !disabled,
  );
}

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly tabs: {
    readonly query: (query: object) => Promise<readonly { readonly id?: number }[]>;
    readonly update: (tabId: number, change: object) => Promise<unknown>;
  };
};
