import type { BrowserContext, Page } from 'playwright';
import { waitFor } from '../../support/wait-for';
import { cinemaHost, otherHost, type ChaosCinema } from './chaos-cinema';
import type { TabPlan } from './plan';
import { pageTruth, type PageTruth, type TabTruth } from './truth';

/** Opens a tab that plays its plan, ends it as planned, and returns what it played. */
export async function watchTab(
  context: BrowserContext,
  cinema: ChaosCinema,
  key: string,
  plan: TabPlan,
): Promise<TabTruth> {
  const page = await context.newPage();
  let crashed = false;
  page.on('crash', () => (crashed = true));
  let truth: PageTruth = { parts: [], done: false, step: 0 };
  const ask = async () => {
    const found = await page.evaluate(() => (globalThis as { truth?: unknown }).truth);
    truth = pageTruth.parse(found);
    return truth;
  };
  try {
    await page.goto(cinema.open(key, plan));
    // Read repeatedly, since a page whose process is killed sends nothing.
    await waitFor(`the end of ${key}`, async () => crashed || (await ask()).done, {
      timeout: 120_000,
      every: 200,
    });
    if (crashed) return { ending: 'lost', truth };
    await ask();
    if (plan.ending === 'crash') {
      await kill(context, page, () => crashed);
      return { ending: 'crash', truth };
    }
    if (plan.ending === 'navigate') await page.goto(`https://${cinemaHost}/`);
    else if (plan.ending === 'other-site') await page.goto(`https://${otherHost}/`);
    else await page.close();
    const final = await waitFor('the final truth of the page', () => cinema.finalTruths.get(key), {
      timeout: 3_000,
    }).catch(() => undefined);
    return { ending: plan.ending, truth: final === undefined ? truth : pageTruth.parse(final) };
  } finally {
    await page.close().catch(() => undefined);
  }
}

async function kill(context: BrowserContext, page: Page, isGone: () => boolean): Promise<void> {
  const cdp = await context.newCDPSession(page);
  // The command gets no answer, since the process is gone.
  void cdp.send('Page.crash').catch(() => undefined);
  await waitFor('the end of the page process', isGone);
}
