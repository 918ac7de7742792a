import type { Locator, Page } from 'playwright';
import { sendMessage, tabViews } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { startStage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { pause, play, seek } from '../e2e/sites/drive-video';
import { netflix, netflixHosts } from '../e2e/sites/netflix';
import { median, quantile, type FigureGroup } from './figure';
import { ENTRIES, fillQueue } from './queue';

const TABS = 60;
const firstId = 900;

/** A person with 60 tabs of a site. Times are those that a page of the extension waits for the answer. */
export async function measureTabs(extension: string, quick: boolean): Promise<FigureGroup> {
  const episodes = Array.from({ length: TABS }, (_, index) => [firstId + index, `Part ${index}`] as const);
  const show = { id: 1, title: 'Stranger Things', seasons: [episodes] };
  const stage = await startStage({
    extension,
    sites: { 'www.netflix.com': netflix(show) },
    grant: netflixHosts,
  });
  const { chromium } = stage;
  try {
    const pages = await openTabs(chromium);
    const [page] = pages;
    const [view] = await tabViews(chromium);
    if (page === undefined || view === undefined) throw new Error('no tab was opened');
    await page.bringToFront();
    const viewAfterSeek = async (position: number) => {
      await seek(videoOf(page), position);
      return time(() => sendMessage(chromium, 'tab.view', { tabId: view.tabId }));
    };
    const turns = Array.from({ length: quick ? 8 : 30 }, (_, turn) => 100 + turn * 20);
    const views = await inTurn(turns, viewAfterSeek);
    const refresh = await time(() => sendMessage(chromium, 'sites.refresh', {}));
    await fillQueue(chromium);
    const queued = await inTurn(turns, (position) => viewAfterSeek(position + 10));
    return {
      title: `${TABS} tabs of a site`,
      figures: [
        {
          name: 'view of a tab after a seek, median',
          value: median(views),
          unit: 'ms',
          goal: 100,
          how: `nine of ten: ${quantile(views, 0.9).toFixed(0)} ms`,
        },
        {
          name: `the same with ${ENTRIES.toLocaleString('en')} entries in the queue`,
          value: median(queued),
          unit: 'ms',
          goal: 100,
          how: `nine of ten: ${quantile(queued, 0.9).toFixed(0)} ms`,
        },
        { name: 'all tabs after access was granted', value: refresh, unit: 'ms' },
      ],
    };
  } finally {
    await stage.close();
  }
}

async function openTabs(chromium: Chromium): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let index = 0; index < TABS; index += 1) {
    const page = await chromium.context.newPage();
    await page.goto(`https://www.netflix.com/watch/${firstId + index}`);
    // One after the other: 60 films that play at once would measure the browser.
    await play(videoOf(page), { rate: 1 });
    const titles = async () => (await tabViews(chromium)).filter(({ item }) => item !== undefined).length;
    await waitFor('the title of the tab', async () => (await titles()) > index, { timeout: 60_000 });
    await pause(videoOf(page));
    pages.push(page);
  }
  return pages;
}

function videoOf(page: Page): Locator {
  return page.locator('[data-uia="watch-video"] video');
}

async function inTurn<Value>(all: readonly Value[], ask: (value: Value) => Promise<number>) {
  const results: number[] = [];
  for (const one of all) results.push(await ask(one));
  return results;
}

async function time(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}
