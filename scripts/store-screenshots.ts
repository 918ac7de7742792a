/**
 * `npx tsx scripts/store-screenshots.ts`: the pictures of the store listings, 1280×800, into
 * `screenshots/store/`, and the one of the README, `.store/popup.png`. All of them from the running product:
 * the real service, a film that really plays.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { createCinema } from '../test/demo/cinema';
import { tabViews } from '../test/support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../test/support/server/start-stage';
import { waitFor } from '../test/support/wait-for';

const HOST = 'cinema.matinee.test';
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}screenshots/store/`;
await mkdir(folder, { recursive: true });
const cinema = createCinema({ film: 'film.webm' });
const stage = await startStage({
  sites: { [HOST]: (request) => cinema.fetch(request) },
  grant: [`https://${HOST}/*`],
  locale: 'en-US',
});
try {
  await watchWhole(stage, 'film/big-buck-bunny');
  await watchWhole(stage, 'series/sherlock/sherlock-s1e1');
  const film = await open(stage, 'film/sintel', 3);
  await waitFor('the recording', async () =>
    (await tabViews(stage.chromium)).find(
      ({ status, item }) => item?.title === 'Sintel' && status.kind === 'scrobbling',
    ),
  );
  await film.evaluate(() => {
    for (const video of document.querySelectorAll('video')) video.playbackRate = 0.1;
  });
  const behind = await film.screenshot();

  // The popup is shown in the browser's real bubble, whose size follows its content.
  const bubble = await stage.chromium.openBubble(film);
  await bubble.waitForText('Matched to');
  await bubble.waitFor('.ticket img');
  const now = await bubble.screenshot();
  await bubble.close();
  await writeFile(`${root}.store/popup.png`, now);
  await compose('1-recorded', behind, now, 'Recorded automatically');
  await compose('2-up-next', behind, await picture(film, ['#tab-home'], '.next-rows img'), 'Up next');
  await compose(
    '3-corrected',
    behind,
    await picture(film, ['.matched .link'], '.result img'),
    'Corrected in two clicks',
  );
  await options('4-sites', 'sites');
  await options('5-activity', 'activity');
} finally {
  await stage.close();
}
process.stdout.write('5 pictures in screenshots/store/, and .store/popup.png\n');

/** A picture of the popup over the film: after these clicks, and once `shown` is there. */
async function picture(film: Page, clicks: readonly string[], shown: string): Promise<Buffer> {
  const bubble = await stage.chromium.openBubble(film);
  await bubble.waitForText('Matched to');
  for (const selector of clicks) await bubble.click(selector);
  await bubble.waitFor(shown);
  const taken = await bubble.screenshot();
  await bubble.close();
  return taken;
}

async function open({ chromium }: Stage, work: string, rate: number): Promise<Page> {
  const page = await chromium.context.newPage();
  await page.goto(`https://${HOST}/cinema/${work}?autoplay=1&rate=${rate}`);
  return page;
}

async function watchWhole(on: Stage, work: string): Promise<void> {
  const before = (await readHistory(on)).length;
  const page = await open(on, work, 16);
  await waitFor(`${work} in the history`, async () => (await readHistory(on)).length > before, {
    timeout: 60_000,
  });
  await page.close();
}

async function options(name: string, section: string): Promise<void> {
  const page = await stage.chromium.openPage(`src/options/index.html#/${section}`);
  await page.locator('main li, main tr').nth(1).waitFor();
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
  await page.close();
}

/**
 * Puts the popup over the page where the browser shows it, because a screenshot of a tab does not contain the
 * popup.
 */
async function compose(name: string, page: Buffer, popup: Buffer, words: string): Promise<void> {
  const image = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
  const sheet = await stage.chromium.context.newPage();
  await sheet.setContent(`<!doctype html><style>
    body { margin: 0; width: 1280px; height: 800px; overflow: hidden; background: url(${image(page)}) }
    img { position: absolute; top: 24px; right: 24px; max-height: 752px;
      border-radius: 10px; box-shadow: 0 12px 48px #000a, 0 0 0 1px #0004 }
    p { position: absolute; left: 48px; bottom: 20px; margin: 0; padding: 14px 22px; border-radius: 8px;
      font: 600 34px system-ui, sans-serif; color: #fff; background: #8a2c3c }
  </style><img src="${image(popup)}" alt=""><p>${words}</p>`);
  await sheet.locator('img').evaluate((element) => (element as HTMLImageElement).decode());
  await sheet.screenshot({ path: `${folder}${name}.png` });
  await sheet.close();
}
