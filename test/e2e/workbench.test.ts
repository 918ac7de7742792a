import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { appSite, renderedSite, shadowSite } from './workbench-sites';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    sites: {
      'www.rendered.example': renderedSite,
      'app.hashed.example': appSite,
      'tv.shadow.example': shadowSite,
    },
  });
  // No test can press the browser's permission prompt, so it is approved here and counted as a click below.
  await stage.chromium.approveHosts([
    'https://www.rendered.example/*',
    'https://app.hashed.example/*',
    'https://tv.shadow.example/*',
  ]);
});
afterAll(() => stage.close());

/** Clicks that a new user needs, with the permission prompt; there is no typing. */
function hand() {
  let clicks = 0;
  return {
    clicks: () => clicks,
    press: async (what: () => Promise<unknown>) => {
      clicks += 1;
      await what();
    },
  };
}

async function teach(film: Page): Promise<{ readonly workbench: Page; readonly clicks: number }> {
  const { press, clicks } = hand();
  let bubble: Awaited<ReturnType<Stage['chromium']['openBubble']>> | undefined;
  await press(async () => {
    bubble = await stage.chromium.openBubble(film);
  });
  const opened = stage.chromium.context.waitForEvent('page', {
    predicate: (page) =>
      page.url().includes('connectors/new') || page.url() === 'about:blank' || page.url().includes('options'),
  });
  await bubble?.waitForText('Teach Matinee this site');
  // The main button where something can be heard, else the first of the actions.
  await press(async () => bubble?.click('.button.main, .actions > button'));
  const workbench = await opened;
  await press(() => workbench.getByRole('button', { name: 'Allow and read page' }).click());
  await press(async () => undefined);
  await workbench.getByText('Ready', { exact: true }).waitFor();
  // The tracker's title, beside what the page shows. Its catalogue here has no lengths.
  const matched = workbench.getByRole('status').filter({ hasText: 'Matched to' });
  await matched.waitFor();
  expect(await matched.textContent()).toMatch(/Breaking Bad.*S1 E1.*same name/);
  await press(() => workbench.getByRole('button', { name: 'Use connector' }).click());
  await workbench.getByRole('button', { name: 'In use' }).waitFor();
  return { workbench, clicks: clicks() };
}

async function sentFor(host: string, episodeNumber: number) {
  return waitFor(`episode ${episodeNumber} of ${host} at the tracker`, async () => {
    const view = (await tabViews(stage.chromium)).find((one) => one.host === host);
    return view?.media?.episodeNumber === episodeNumber && view.sent !== undefined && view;
  });
}

describe.each([
  [
    'a server-rendered site with JSON-LD',
    'www.rendered.example',
    '/series/breaking-bad/episode-1',
    async (film: Page) => film.goto('https://www.rendered.example/series/breaking-bad/episode-2'),
  ],
  [
    'a single-page app with class names of a build',
    'app.hashed.example',
    '/watch/880001',
    async (film: Page) => film.evaluate('window.show(2)'),
  ],
  [
    'a player in shadow roots',
    'tv.shadow.example',
    '/play/71',
    async (film: Page) => film.goto('https://tv.shadow.example/play/72'),
  ],
])('%s', (_name, host, path, next) => {
  test(
    'gets a connector in at most eight clicks without typing, which records the next episode too',
    { timeout: 300_000 },
    async () => {
      const film = await stage.chromium.context.newPage();
      await film.goto(`https://${host}${path}`);
      const { workbench, clicks } = await teach(film);
      expect(clicks).toBeLessThanOrEqual(8);
      await film.bringToFront();
      const first = await sentFor(host, 1);
      expect(first.media).toMatchObject({ type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 });
      await next(film);
      const second = await sentFor(host, 2);
      expect(second.item).toMatchObject({ seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 2 });
      await Promise.all([film.close(), workbench.close()]);
    },
  );
});
