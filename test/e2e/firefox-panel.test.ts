import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFirefox } from '../support/browser/browser-paths';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import { overlaps } from '../support/browser/overlaps';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { createCinema } from '../demo/cinema';

const host = 'cinema.matinee.test';
let sites: SiteServer;
let firefox: Firefox;

beforeAll(async () => {
  if (findFirefox() === undefined) return;
  const cinema = createCinema();
  sites = await startSiteServer({ [host]: (request) => cinema.fetch(request) });
  firefox = await launchFirefox({ sites });
});
afterAll(async () => {
  await firefox?.close();
  await sites?.close();
});

test.skipIf(findFirefox() === undefined)(
  'in the panel of Firefox the popup has its width, and nothing overlaps, also with twice the text size',
  async () => {
    await firefox.grantHosts([`https://${host}/*`]);
    const film = await firefox.newPage();
    await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
    const panel = await firefox.openPanel();
    await waitFor('the film in the panel', async () =>
      String(await panel.evaluate('content.document.body.innerText')).includes('Sintel'),
    );
    for (const factor of [1, 2]) {
      await panel.setTextZoom(factor);
      await expect.poll(() => panel.evaluate('content.innerWidth')).toBeGreaterThanOrEqual(384);
      await expect.poll(() => panel.evaluate(overlaps)).toEqual([]);
      await keepPicture(`firefox-panel-${factor}00`, await panel.screenshot());
    }
  },
);

/** With MATINEE_FILM the pictures are kept in `screenshots/`. */
async function keepPicture(name: string, picture: Buffer): Promise<void> {
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  if (process.env['MATINEE_FILM'] === undefined) return;
  await mkdir('screenshots', { recursive: true });
  await writeFile(`screenshots/${name}.png`, picture);
}
