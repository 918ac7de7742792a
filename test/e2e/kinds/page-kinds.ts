import { tabViews } from '../../support/browser/drive-extension';
import { waitFor } from '../../support/wait-for';
import type { JourneyPage } from '../journeys/journey-page';
import type { PagePlayer } from './kinds-site';
import { begun, CLOSED_HOST, ended, NOTHING, type Kind, type KindsStage } from './kinds-stage';

/** In the global scope of the pages. */
declare const player: PagePlayer;

/** Kinds of pages: other words than those of the site, and players in places of their own. */
export const pageKinds: readonly Kind[] = [
  {
    name: 'a page that the browser translates after it has begun',
    async happen(stage) {
      const page = await begun(stage, 'S3:E2');
      await page.evaluate(translate);
      await ended(stage, 'S3:E2', page);
    },
  },
  {
    name: 'a page that was translated before it begins, which states an id',
    async happen(stage) {
      const page = await stage.open('Sherlock', '?still');
      await page.evaluate(translate);
      await page.evaluate(() => {
        player.name = 'Sherlock Jr.';
        player.load('/media/Sherlock', 0);
      });
      await stage.afterSeconds('Sherlock Jr.', 64);
      await ended(stage, 'Sherlock Jr.', page);
    },
  },
  {
    name: 'a page that was translated before it begins, which states its words alone',
    async happen(stage) {
      const page = await stage.open('S3:E3', '?still');
      await page.evaluate(translate);
      const name = `${NOTHING}translated`;
      await page.evaluate((called) => {
        player.name = called;
        player.load('/media/S3:E3', 0);
      }, name);
      await stage.afterSeconds(name, 64);
      await page.evaluate(() => player.seek(0.93));
      await waitFor('the page to be said unreadable', async () =>
        (await tabViews(stage.browser)).some(({ status }) => status.kind === 'unreadable'),
      );
      await waitFor('its end', () => page.evaluate(() => player.video.ended));
      await page.close();
    },
  },
  {
    name: 'a player in a frame without an address',
    happen: (stage) =>
      playInside(stage, 'S3:E4', undefined, async (page) => {
        await page.evaluate(async () => {
          const frame = document.createElement('iframe');
          frame.srcdoc = '<video muted style="width: 300px; height: 200px"></video>';
          player.video.replaceWith(frame);
          await new Promise((resolve) => {
            frame.addEventListener('load', resolve, { once: true });
          });
          const video = frame.contentDocument?.querySelector('video');
          if (video) player.follow(video);
        });
      }),
  },
  {
    name: 'a player in a closed shadow root',
    happen: (stage) =>
      playInside(stage, 'S3:E5', CLOSED_HOST, async (page) => {
        await page.evaluate(() => {
          const host = document.createElement('div');
          player.video.replaceWith(host);
          host.attachShadow({ mode: 'closed' }).append(player.video);
        });
      }),
  },
];

/** Plays an episode whose player `move` has put elsewhere. */
async function playInside(
  stage: KindsStage,
  name: string,
  host: string | undefined,
  move: (page: JourneyPage) => Promise<void>,
): Promise<void> {
  const page = await stage.open(name, '?still', host);
  await move(page);
  await page.evaluate((source) => player.load(source, 0), `/media/${name}`);
  await stage.recorded(name);
  await stage.afterSeconds(name, 62);
  await ended(stage, name, page);
}

/** As Chromium does it, in the page, as text. */
function translate(): void {
  const { documentElement: root } = document;
  root.lang = 'de';
  root.classList.add('translated-ltr');
  document.title = 'Kino';
  for (const element of document.querySelectorAll('.title, .subtitle')) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
    inner.textContent = element.textContent === 'Breaking Bad' ? 'Schlecht werden' : 'Eine andere Folge';
    outer.append(inner);
    element.replaceChildren(outer);
  }
}
