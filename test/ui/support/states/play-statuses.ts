import type { Item } from '../../../../src/core/media/item';
import type { TabView } from '../../../../src/core/status/status';
import {
  openPage,
  startWorker,
  type Fault,
  type PageOptions,
  type PageSample,
  type WorkerOptions,
  type WorkerUnderTest,
} from '../../../background/support/worker-under-test';
import { galleryTracker } from './gallery-catalogue';
import { moved } from './moments';

/*
 * The worker itself, with the real service, is brought into every status: what the views show is what it
 * says. Each story begins with a worker of its own.
 */

export const livingDead: Item = { type: 'movie', title: 'Night of the Living Dead', year: 1968 };
/** Seconds, as `robinHoodSeconds`. */
const livingDeadSeconds = 5_760;
export const robinHood: Item = {
  type: 'episode',
  seriesTitle: 'The Adventures of Robin Hood',
  seasonNumber: 1,
  episodeNumber: 14,
  episodeTitle: 'The Ordeal',
};
export const robinHoodSeconds = 1_560;
export const theOffice: Item = {
  type: 'episode',
  seriesTitle: 'The Office',
  seasonNumber: 2,
  episodeNumber: 3,
};

const film: PageSample = { item: livingDead, duration: livingDeadSeconds };
const ownPage = { private: false };

interface Story {
  readonly worker?: WorkerOptions;
  readonly page?: PageOptions;
  readonly play: (worker: WorkerUnderTest, page: Page) => Promise<unknown>;
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** The view of the first tab at the end of each story, by the name of its status. */
export async function playStatuses(): Promise<Readonly<Record<string, TabView>>> {
  const views: Record<string, TabView> = {};
  for (const [name, story] of Object.entries(STORIES)) views[name] = await playStory(story);
  return views;
}

/** Ends now. */
async function playStory({ worker: options, page: pageOptions, play }: Story): Promise<TabView> {
  const worker = await startWorker({ ...options, ...galleryTracker });
  try {
    const page = await openPage(worker, { url: NETFLIX, ...pageOptions });
    await play(worker, page);
    return moved(await worker.view(page.tabId), Date.now() - worker.service.clock.now);
  } finally {
    await worker.close();
  }
}

const NETFLIX = 'https://www.netflix.com/watch/80057281';

/** The middle of the film, after a pause in which the last position was sent. */
const playToTheMiddle = async (_worker: WorkerUnderTest, page: Page, sample: PageSample = film) => {
  await page.play(0, 2_400, sample, 120);
};

/** Recording, until the tracker answers the next update in this way. */
const fails =
  (fault: Fault): Story['play'] =>
  async (worker, page) => {
    await playToTheMiddle(worker, page);
    worker.faults.push(fault);
    worker.wait(60);
    await page.report({ ...film, position: 2_460, state: 'paused', cause: 'pause' });
    await worker.deliver();
  };

const answers =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  () =>
    new Response(body, { status, headers });

const STORIES: Readonly<Record<string, Story>> = {
  'no-access': { worker: { granted: [] }, play: async () => undefined },
  'site-off': {
    play: (worker) => worker.handlers['sites.set']({ siteId: 'netflix', enabled: false }, ownPage),
  },
  paused: {
    play: (worker) =>
      worker.handlers['settings.set']({ pausedUntil: worker.service.clock.now + 3_000_000 }, ownPage),
  },
  unsupported: { page: { url: 'https://www.cinema.example/watch/1' }, play: async () => undefined },
  'no-player': { play: async () => undefined },
  'skipped-ad': {
    play: async (worker, page) => {
      await playToTheMiddle(worker, page);
      worker.wait(2);
      await page.report({ ...film, position: 2, duration: 30, gate: 'ad' });
    },
  },
  'skipped-trailer': { play: (_, page) => page.report({ ...film, duration: 140, gate: 'trailer' }) },
  'skipped-live': { play: (_, page) => page.report({ ...film, duration: 90_000, gate: 'live' }) },
  'skipped-too-short': {
    play: async (worker, page) => {
      await worker.handlers['settings.set']({ minimumLength: 300 }, ownPage);
      await playShort(worker, page, 200);
    },
  },
  'skipped-private-window': { page: { private: true }, play: (_, page) => page.report(film) },
  'skipped-not-me': {
    play: async (worker, page) => {
      await playToTheMiddle(worker, page);
      await worker.handlers['tab.not-me']({ tabId: page.tabId }, ownPage);
    },
  },
  'skipped-type-off': {
    play: async (worker, page) => {
      await worker.handlers['settings.set']({ films: false }, ownPage);
      await playShort(worker, page, livingDeadSeconds);
    },
  },
  'skipped-other-tab': {
    play: async (worker, page) => {
      const other = await openPage(worker, { tabId: 2, url: NETFLIX });
      await playShort(worker, other, livingDeadSeconds);
      await playShort(worker, page, livingDeadSeconds);
    },
  },
  'skipped-insufficient-evidence': {
    play: async (worker, page) => {
      await page.play(5_300, 5_340, film, 10);
      await worker.deliver();
    },
  },
  'skipped-settling': { play: (_, page) => page.report(film) },
  unreadable: {
    play: (_, page) =>
      page.report({
        item: { type: 'episode', episodeTitle: 'The Ordeal' },
        duration: robinHoodSeconds,
        degraded: true,
        missing: ['seriesTitle', 'episodeNumber'],
      }),
  },
  unmatched: {
    play: (_, page) =>
      page.play(
        0,
        600,
        { item: { type: 'movie', title: 'Caligari 4K restored (Bonus)' }, duration: 4_400 },
        120,
      ),
  },
  'needs-review': { play: (_, page) => page.play(0, 600, { item: theOffice, duration: 1_560 }, 120) },
  'signed-out': { worker: { signedIn: false }, play: playToTheMiddle },
  'queued-starting': {
    play: async (worker, page) => {
      await page.report({ ...film, position: 0 });
      worker.wait(2);
      await page.report({ ...film, position: 2 });
    },
  },
  'queued-offline': { play: fails(() => Promise.reject(new TypeError('fetch failed'))) },
  'queued-busy': { play: fails(answers(429, '', { 'retry-after': '240' })) },
  'queued-server': { play: fails(answers(500, '{"success":false,"error":"INTERNAL"}')) },
  'queued-malformed': { play: fails(answers(200, '<html>Welcome to the hotel</html>')) },
  scrobbling: { play: playToTheMiddle },
  watched: { play: (_, page) => page.play(0, 5_412, film, 120) },
  rejected: {
    play: fails(
      answers(
        400,
        '{"success":false,"error":"VALIDATION_ERROR","message":"progress must not be greater than duration"}',
        { 'content-type': 'application/json' },
      ),
    ),
  },
  'title-endless': {
    play: (_, page) => page.play(0, 60, titled('Line\n'.repeat(80).trim()), 10),
  },
  'title-one-word': {
    play: (_, page) => page.play(0, 60, titled('Donaudampfschiff'.repeat(32).slice(0, 500)), 10),
  },
  'title-arabic': {
    play: (_, page) =>
      page.play(0, 1_900, { item: { type: 'movie', title: 'باب الحديد', year: 1958 }, duration: 4_620 }, 100),
  },
  'title-japanese': {
    page: { url: 'https://www.crunchyroll.com/watch/GRVDQ1G4R/the-ordeal' },
    play: (_, page) =>
      page.play(
        0,
        700,
        {
          item: {
            type: 'episode',
            seriesTitle: 'デスノート',
            seasonNumber: 1,
            episodeNumber: 2,
            episodeTitle: '対決',
          },
          duration: 1_380,
        },
        100,
      ),
  },
  episode: {
    page: { tabId: 2, url: 'https://www.crunchyroll.com/watch/GRVDQ1G4R/the-ordeal' },
    play: (_, page) => page.play(0, 610, { item: robinHood, duration: robinHoodSeconds }, 61),
  },
};

const titled = (title: string): PageSample => ({ ...film, item: { type: 'movie', title } });

/** Plays the first seconds of something of this length. */
async function playShort(worker: WorkerUnderTest, page: Page, duration: number): Promise<void> {
  for (const position of [0, 2, 14]) {
    await page.report({ ...film, duration, position });
    worker.wait(12);
  }
  await worker.deliver();
}
