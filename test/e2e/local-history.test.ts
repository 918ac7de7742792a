import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn, tabViews } from '../support/browser/drive-extension';
import { FEATURE_DURATION } from '../support/film/film';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { PROMPT_CLICKS } from './first-evening';
import { pause, play, seek, watched, watchMost } from './sites/drive-video';
import { ownShow, ownShowHosts, ownShowSites } from './sites/own-show';
import { readProgress } from './sites/read-progress';

/*
 * From the page after the installation to a history in this browser, without a tracker: then its views, and its
 * move to a real one. Clicks are those of a mouse and are counted; the browser's prompts cannot be pressed by a
 * test, they are answered beforehand and counted.
 */

let stage: Stage;
let clicks = 0;

afterEach(() => stage.close());

test('an episode of one’s own choice is in the history of this browser after five clicks', async () => {
  const page = await keepHere();
  expect(stage.sites.requests.filter((one) => /wikidata|tvmaze/.test(one))).toEqual([]);
  await chooseNetflix(page);
  expect(clicks).toBeLessThanOrEqual(6);
  await watchEpisode(101);
  await page.locator('.checks .done', { hasText: ownShow.title }).waitFor();

  const history = await openHistory();
  await history.getByText('S1 E1 · Low Tide').waitFor();
  await history.getByText('Kept in this browser', { exact: true }).first().waitFor();
  expect(await openOnSite(history)).toBe('https://www.netflix.com/watch/101');
  await history.getByRole('radio', { name: '8 of 10' }).click({ force: true });
  await history.getByText('Rating saved.').waitFor();
  await history.getByRole('button', { name: 'Remove Harbour Lights' }).click();
  await history.getByText('Removed from your history.').waitFor();
  await history.getByText('Nothing here yet.').waitFor();
  await history.getByRole('button', { name: 'Undo' }).click();
  await history.getByText('S1 E1 · Low Tide').waitFor();
  expect(await history.getByRole('radio', { name: '8 of 10' }).isChecked()).toBe(true);

  for (const view of ['Covers', 'Series']) {
    await history.getByRole('link', { name: view, exact: true }).click();
    expect(await openOnSite(history)).toBe('https://www.netflix.com/watch/101');
  }
  const second = history.getByRole('button', { name: 'S1 E2' });
  expect(await history.getByRole('button', { name: 'S1 E1' }).getAttribute('aria-pressed')).toBe('true');
  await second.click();
  await waitFor('the tick', async () => (await second.getAttribute('aria-pressed')) === 'true');
  await history.getByRole('link', { name: 'Year', exact: true }).click();
  await history.getByText('Watched: 2').waitFor();

  const popup = await stage.chromium.openPopup();
  expect(await openOnSite(popup)).toBe('https://www.netflix.com/watch/101');
  // This tracker has no pages.
  expect(await popup.getByText('Open in history').count()).toBe(0);
  await popup.getByRole('tab', { name: 'Up next' }).click();
  await popup.getByText('Spring Flood').waitFor();
  await popup.getByRole('heading', { name: 'Recently watched' }).waitFor();
  expect(await popup.getByRole('heading', { name: 'Up next' }).count()).toBe(1);
});

test('the history moves to a tracker, with rating and place, and a second time adds nothing', async () => {
  const page = await keepHere();
  await chooseNetflix(page);
  await watchEpisode(101);
  await page.locator('.checks .done', { hasText: ownShow.title }).waitFor();
  await watchHalf(102);
  const popup = await stage.chromium.openPopup();
  const goOn = popup.getByRole('link', { name: 'Continue on Netflix' });
  expect(await goOn.getAttribute('href')).toBe('https://www.netflix.com/watch/102');
  await popup.close();
  const history = await openHistory();
  await history.getByText('S1 E1 · Low Tide').waitFor();
  await history.getByRole('radio', { name: '8 of 10' }).click({ force: true });
  await history.getByText('Rating saved.').waitFor();

  await signIn(stage.chromium, stage.service);
  await history.reload();
  for (const added of ['Added: 1.', 'Added: 0.']) {
    await history.getByRole('button', { name: 'Move my history' }).click();
    await history.getByText(added).waitFor();
    const entries = await readHistory(stage);
    expect(entries.map(({ media }) => [media.tmdbId, media.seasonNumber, media.episodeNumber])).toEqual([
      [90210, 1, 1],
    ]);
    await history.reload();
  }
  expect(await ratings()).toEqual([8]);
  expect(await openPlaces()).toEqual([2]);
});

/** Where the first link to the site leads. */
async function openOnSite(page: Page): Promise<string | null> {
  return page.getByRole('link', { name: 'Open Netflix' }).first().getAttribute('href');
}

/** A fresh installation whose history is kept in this browser, from the first page. */
async function keepHere(): Promise<Page> {
  clicks = 0;
  stage = await startStage({
    sites: ownShowSites(),
    signedIn: false,
  });
  await stage.chromium.approveHosts(ownShowHosts);
  const page = await stage.chromium.openPage('src/options/welcome.html');
  await page.getByText('Where do you want to keep your history?').waitFor();
  expect(await page.getByRole('radio', { name: 'Keep it in this browser' }).isChecked()).toBe(true);
  clicks += 1 + PROMPT_CLICKS;
  await page.getByRole('button', { name: 'Keep it in this browser' }).click();
  return page;
}

async function chooseNetflix(page: Page): Promise<void> {
  clicks += 2 + PROMPT_CLICKS;
  await page.getByRole('checkbox', { name: 'Netflix' }).click();
  await page.getByRole('button', { name: 'Turn on 1 site' }).click();
  await page.getByText('Play a film or an episode').waitFor();
}

async function watchEpisode(id: number): Promise<void> {
  const { site, video } = await playEpisode(id);
  await watchMost(video);
  await waitFor('an episode that counts', async () =>
    (await tabViews(stage.chromium)).some(({ status }) => status.kind === 'watched'),
  );
  await site.close();
}

async function watchHalf(id: number): Promise<void> {
  const { site, video } = await playEpisode(id);
  await watched(video, 60);
  await seek(video, FEATURE_DURATION / 2);
  await watched(video, 60);
  await pause(video);
  await waitFor('the place', async () =>
    (await tabViews(stage.chromium)).some(({ sent }) => (sent?.position ?? 0) >= FEATURE_DURATION / 2),
  );
  await site.close();
}

async function playEpisode(id: number) {
  const site = await stage.chromium.context.newPage();
  await site.goto(`https://www.netflix.com/watch/${id}`);
  const video = site.locator('[data-uia="watch-video"] video');
  await play(video);
  return { site, video };
}

async function ratings(): Promise<unknown[]> {
  const answer = await fetch(`${stage.service.baseUrl}/matinee/ratings`, {
    headers: { 'x-api-key': stage.readKey },
  });
  const { data } = z
    .object({ data: z.object({ items: z.array(z.object({ rating: z.number() })) }) })
    .parse(await answer.json());
  return data.items.map(({ rating }) => rating);
}

/** Episodes that were begun and not watched. */
async function openPlaces(): Promise<unknown[]> {
  return (await readProgress(stage)).flatMap(({ watched: isDone, media }) =>
    isDone ? [] : [media.episodeNumber],
  );
}

function openHistory(): Promise<Page> {
  return stage.chromium.openPage('src/options/index.html#/history');
}
