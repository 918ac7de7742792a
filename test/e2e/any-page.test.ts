import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genericSite } from '../../src/core/workbench/draft-definition';
import type { PageFacts } from '../../src/core/workbench/page-facts';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { withProof } from '../../src/protocol/definition/check-imported';
import { readStorage, sendMessage, tabViews } from '../support/browser/drive-extension';
import { filmResponse } from '../support/film/film';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { playerHost, playerPages, players } from './players/player-pages';
import { recorded } from './teach-by-hand';

/** A site that no connector knows: its pages state their titles as sites do, with words around them. */
const host = 'www.kino.example';
const titles: Readonly<Record<string, string>> = {
  '/watch/breaking-bad/season-1/episode-1': 'Watch Breaking Bad Online Free | Kino',
  '/watch/breaking-bad/season-1/episode-2': 'Watch Breaking Bad Online Free | Kino',
  '/play/7': 'Better Call Saul – S1 E3 – Kino',
};
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    // The page's media are as long as episodes, which is part of the evidence.
    catalogue: createBuiltInCatalogue(),
    sites: { [host]: kino, [playerHost]: playerPages },
  });
  await stage.chromium.approveHosts([`https://${host}/*`]);
});
afterAll(() => stage.close());

test('a site without a connector is recorded after one question, and by itself from then on', async () => {
  const film = await stage.chromium.context.newPage();
  await film.goto(`https://${host}/watch/breaking-bad/season-1/episode-1`);
  const page = await turnOn(film);
  await page.getByText(`Connector in use: ${host}`).waitFor();
  await page.getByText('Breaking Bad').waitFor();
  await film.bringToFront();
  await waitFor('the question', async () => (await view())?.status.kind === 'needs-review');
  expect(await view()).toMatchObject({ degraded: true, item: { seasonNumber: 1, episodeNumber: 1 } });
  expect((await view())?.sent).toBeUndefined();

  const bubble = await stage.chromium.openBubble(film);
  await bubble.waitFor('.question button');
  await bubble.click('.question button');
  await waitFor('the site to be believed', async () =>
    JSON.stringify(await readStorage(stage.chromium, 'local', 'own-connectors')).includes('"confirmed"'),
  );
  await recorded(stage, host, { tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 });
  await bubble.close();

  await film.goto(`https://${host}/watch/breaking-bad/season-1/episode-2`);
  await recorded(stage, host, { tmdbId: 1396, seasonNumber: 1, episodeNumber: 2 });
  expect((await view())?.degraded).toBe(false);
  await film.goto(`https://${host}/play/7`);
  await recorded(stage, host, { tmdbId: 60059, seasonNumber: 1, episodeNumber: 3 });
  await Promise.all([film.close(), page.close()]);
});

test.each(players)(
  'without a connector the video of %s is found, with the title of its page',
  async (player) => {
    const facts: PageFacts = { ...noFacts, url: `https://${playerHost}/watch/${player}`, shadow: true };
    const definition = genericSite(facts, { today: '2026-11-29', how: 'the pages of a test', taken: [] });
    const [page] = definition['pages'] as readonly Readonly<Record<string, unknown>>[];
    // The film of these pages is a minute long.
    const short = { ...definition, pages: [{ ...page, player: { shadow: true } }] };
    await sendMessage(stage.chromium, 'connectors.save', { definition: withProof(short) });
    await stage.chromium.grantHosts([`https://${playerHost}/*`]);
    await sendMessage(stage.chromium, 'sites.refresh', {});
    const tab = await stage.chromium.context.newPage();
    await tab.goto(facts.url);
    await tab.evaluate((name) => {
      document.title = `Watch A film in ${name} | Playhouse`;
      const { video } = (window as unknown as { readonly stage: { readonly video: () => HTMLVideoElement } })
        .stage;
      void video().play();
    }, player);
    const title = `A film in ${player}`;
    await waitFor(`${title} in the view`, async () =>
      (await tabViews(stage.chromium)).some(
        ({ item, playback }) => item?.title === title && (playback?.duration ?? 0) > 50,
      ),
    );
    await tab.close();
  },
);

const noFacts: PageFacts = {
  url: '',
  title: '',
  item: {},
  fields: {},
  video: [],
  shadow: false,
  frames: [],
};

async function view() {
  return (await tabViews(stage.chromium)).find((one) => one.host === host);
}

/** From the popup over a page to the site being recorded without teaching. */
async function turnOn(film: Page): Promise<Page> {
  const bubble = await stage.chromium.openBubble(film);
  await bubble.waitForText('Teach Matinee this site');
  const opened = stage.chromium.context.waitForEvent('page', {
    predicate: (page) => page.url() === 'about:blank' || page.url().includes('options'),
  });
  await bubble.click('.button.main, .actions > button');
  const page = await opened;
  await page.getByRole('button', { name: 'Record without teaching' }).click();
  return page;
}

function kino(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
  const title = titles[pathname];
  if (title === undefined) return new Response('no such page', { status: 404 });
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
    <video src="/feature.webm" muted></video><script>
      const video = document.querySelector('video');
      video.addEventListener('loadedmetadata', () => { video.playbackRate = 16; });
      void video.play();
    </script></html>`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
