import type { Correction } from '../../../../src/core/media/correction';
import type { Item } from '../../../../src/core/media/item';
import type { Media } from '../../../../src/core/media/media';
import type { ActivityEntry, OutboxView } from '../../../../src/core/outbox/outbox-view';
import type { SiteView } from '../../../../src/core/settings/site-state';
import { correctionsStore, type OutboxCounts } from '../../../../src/platform/storage/stores';
import { readDashboard } from '../../../../src/protocol/tracker/read-dashboard';
import {
  openPage,
  startWorker,
  type Fault,
  type WorkerUnderTest,
} from '../../../background/support/worker-under-test';
import { galleryTracker } from './gallery-catalogue';
import { livingDead, robinHood, robinHoodSeconds, theOffice } from './play-statuses';

/** What the pages ask the worker for, after three evenings. */
export interface Lists {
  readonly sites: readonly SiteView[];
  readonly outbox: readonly OutboxView[];
  readonly counts: OutboxCounts;
  readonly activity: readonly ActivityEntry[];
  readonly corrections: readonly Correction[];
  readonly dashboard: unknown;
  /** Answers of `tracker.widget`, by its input as JSON. */
  readonly widgets: Readonly<Record<string, unknown>>;
  readonly channel: unknown;
  /** Answers of `media.search` for a film and for an episode. */
  readonly films: readonly Media[];
  readonly episodes: readonly Media[];
}

const ownPage = { private: false };
/** Seconds. */
const DAY = 86_400;
/** No package holds it. */
const DEMONSTRATION = 'matinee-cinema';

/** The hosts of five sites; the last one is taken back. */
const GRANTED = [
  'www.netflix.com',
  'www.crunchyroll.com',
  'static.crunchyroll.com',
  'www.primevideo.com',
  'www.amazon.com',
  'www.amazon.co.uk',
  'www.amazon.de',
  'www.amazon.co.jp',
  'www.amazon.com.au',
  'www.amazon.ca',
  'www.amazon.in',
  'www.amazon.fr',
  'www.amazon.it',
  'www.amazon.es',
  'www.amazon.nl',
  'www.amazon.com.br',
  'www.amazon.com.mx',
  'www.disneyplus.com',
  'www.paramountplus.com',
];

/** Plays three evenings in one worker, and asks for its lists. Also returns when the last one ends. */
export async function playLists(): Promise<{ readonly lists: Lists; readonly endedAt: number }> {
  const worker = await startWorker({
    ...galleryTracker,
    granted: GRANTED.map((host) => `https://${host}/*`),
  });
  try {
    await playEvenings(worker);
    await leavePending(worker);
    await correct(worker);
    // The person takes the access to one site back.
    worker.memory.granted.pop();
    return { lists: await readLists(worker), endedAt: worker.service.clock.now };
  } finally {
    await worker.close();
  }
}

async function playEvenings(worker: WorkerUnderTest): Promise<void> {
  await watch(worker, 'paramountplus', { type: 'movie', title: 'Charade', year: 1963 }, 6_780);
  worker.wait(DAY);
  const before = { ...robinHood, episodeNumber: 13, episodeTitle: 'The Highlander' };
  await watch(worker, 'crunchyroll', before, robinHoodSeconds);
  await watch(worker, 'primevideo', { type: 'movie', title: 'His Girl Friday', year: 1940 }, 5_520);
  worker.wait(DAY);
  await watch(worker, 'crunchyroll', robinHood, robinHoodSeconds, { share: 0.42 });
}

async function leavePending(worker: WorkerUnderTest): Promise<void> {
  await watch(worker, 'primevideo', theOffice, 1_560, { degraded: true });
  const unknown: Item = { type: 'movie', title: 'Caligari 4K restored (Bonus)' };
  await watch(worker, 'netflix', unknown, 4_400, { share: 0.3 });
  const general: Item = { type: 'movie', title: 'The General', year: 1926 };
  await watch(worker, 'netflix', general, 4_740, { inTheMiddle: refused });
  const nosferatu: Item = { type: 'movie', title: 'Nosferatu', year: 1922 };
  await watch(worker, 'netflix', nosferatu, 5_700, { share: 0.5, atTheEnd: unreachable });
}

interface Evening {
  /** How much of it plays. */
  readonly share?: number;
  readonly degraded?: boolean;
  readonly inTheMiddle?: Fault;
  readonly atTheEnd?: Fault;
}

/** Plays something on a site; then the tab closes. */
async function watch(
  worker: WorkerUnderTest,
  site: string,
  item: Item,
  duration: number,
  { share = 1, degraded = false, inTheMiddle, atTheEnd }: Evening = {},
): Promise<void> {
  const page = await openPage(worker, { tabId: (tabs += 1), url: addressOn(site, tabs) });
  const sample = { item, duration, degraded, missing: degraded ? ['seasonNumber'] : [] };
  const end = Math.round(duration * share);
  const middle = Math.round(end / 2);
  await page.play(0, middle, sample, 300);
  if (inTheMiddle !== undefined) worker.faults.push(inTheMiddle);
  worker.wait(end - middle);
  await page.report({ ...sample, position: end });
  if (atTheEnd !== undefined) worker.faults.push(atTheEnd);
  await page.leave({ ...sample, position: end });
  await worker.deliver();
  await worker.closeTab(page.tabId);
}

let tabs = 10;

const addressOn = (site: string, number: number) =>
  `https://www.${site}.com/${site === 'primevideo' ? 'detail' : 'watch'}/${number}`;

const refused: Fault = () =>
  Response.json(
    { success: false, error: 'VALIDATION_ERROR', message: 'duration must be an integer' },
    { status: 400 },
  );
const unreachable: Fault = () => Promise.reject(new TypeError('fetch failed'));

/** One film, and a series that the site numbers one higher than the tracker. */
async function correct(worker: WorkerUnderTest): Promise<void> {
  const page = await openPage(worker, { tabId: (tabs += 1), url: addressOn('crunchyroll', tabs) });
  await page.report({ item: { ...robinHood, episodeNumber: 15 }, duration: robinHoodSeconds });
  const { episodes } = await searchAll(worker);
  const waiting = (await pending(worker)).find(({ state }) => state === 'waiting');
  await choose(worker, { tabId: page.tabId }, 'series', episodes[0]);
  if (waiting !== undefined) await choose(worker, { outboxId: waiting.id }, 'item', waiting.media);
  await worker.closeTab(page.tabId);
}

async function choose(
  worker: WorkerUnderTest,
  of: { readonly tabId: number } | { readonly outboxId: string },
  scope: 'item' | 'series',
  media: Media | undefined,
): Promise<void> {
  if (media === undefined) throw new Error(`no title for the correction of ${JSON.stringify(of)}`);
  await worker.handlers['corrections.set']({ of, scope, media }, ownPage);
}

async function searchAll({ handlers }: WorkerUnderTest) {
  const { type, seriesTitle = '', seasonNumber, episodeNumber } = robinHood;
  const { title = '' } = livingDead;
  return {
    films: await handlers['media.search']({ type: 'movie', title }, ownPage),
    episodes: await handlers['media.search'](
      { type, title: seriesTitle, seasonNumber, episodeNumber },
      ownPage,
    ),
  };
}

const pending = (worker: WorkerUnderTest) => worker.handlers['outbox.list']({ limit: 50 }, ownPage);

async function readLists(worker: WorkerUnderTest): Promise<Lists> {
  const { handlers } = worker;
  const dashboard = await handlers['tracker.dashboard']({}, ownPage);
  const { widgets = [] } = readDashboard(dashboard) ?? {};
  const answered = widgets.map(
    async ({ apiUrl }) =>
      [JSON.stringify({ apiUrl }), await handlers['tracker.widget']({ apiUrl }, ownPage)] as const,
  );
  return {
    sites: (await handlers['sites.list']({}, ownPage)).filter(({ id }) => id !== DEMONSTRATION),
    outbox: await pending(worker),
    counts: await worker.counts(),
    activity: await handlers['activity.list']({ limit: 100 }, ownPage),
    corrections: await correctionsStore.get(),
    dashboard,
    widgets: Object.fromEntries(await Promise.all(answered)),
    channel: await handlers['tracker.channel']({ id: 'open-films' }, ownPage),
    ...(await searchAll(worker)),
  };
}
