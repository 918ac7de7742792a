import { expect } from 'vitest';
import { FEATURE_DURATION } from '../../support/film/film';
import { tabViews } from '../../support/browser/drive-extension';
import { waitFor } from '../../support/wait-for';
import type { JourneyPage } from '../journeys/journey-page';
import type { PagePlayer } from './kinds-site';
import { begun, ended, NOTHING, tabsOf, type Kind, type KindsStage } from './kinds-stage';

/** In the global scope of the pages. */
declare const player: PagePlayer;

/** What happens to a tab, its player and the extension. */
export const tabKinds: readonly Kind[] = [
  {
    name: 'five trailers that play out on the pages of their films, and a preview that is hovered twice',
    async happen(stage) {
      const films = ['Nosferatu', 'Charade', 'The-Kid', 'Metropolis', 'Sintel'];
      // One after the other: a page behind another one may not play.
      for (const film of films) {
        const page = await stage.open(film, '?still');
        await playTrailer(page, `${NOTHING}trailer of ${film}`, stage);
        await page.close();
      }
      const page = await stage.open('Safety-Last', '?still');
      await page.evaluate(() => {
        const card = document.createElement('video');
        card.muted = true;
        document.body.append(card);
        player.follow(card);
      });
      await playTrailer(page, `${NOTHING}first hover`, stage);
      await playTrailer(page, `${NOTHING}second hover`, stage);
      await page.close();
    },
  },
  {
    name: 'picture in picture, with the page’s element hidden',
    only: 'chromium',
    async happen(stage) {
      const page = await begun(stage, 'S1:E1');
      await page.evaluate(async () => {
        await player.video.requestPictureInPicture();
        player.video.style.display = 'none';
      });
      await ended(stage, 'S1:E1', page);
    },
  },
  {
    name: 'document picture in picture',
    only: 'chromium',
    async happen(stage) {
      const page = await begun(stage, 'S3:E1');
      await page.evaluate(async () => {
        const { documentPictureInPicture: inPicture } = globalThis as unknown as {
          documentPictureInPicture: { requestWindow: (size: object) => Promise<Window> };
        };
        const own = await inPicture.requestWindow({ width: 400, height: 300 });
        own.document.body.append(player.video);
        void player.video.play();
      });
      await ended(stage, 'S3:E1', page);
    },
  },
  {
    name: 'a tab that the browser discards and loads again',
    async happen(stage) {
      await begun(stage, 'S1:E2');
      const front = await stage.browser.newPage();
      await front.goto('https://elsewhere.example.test/');
      const [id] = await tabsOf(stage, 'S1:E2');
      await stage.browser.evaluate((tab) => chrome.tabs.discard(tab), id);
      const [discarded] = await waitFor('the tab without its page', () => tabsOf(stage, 'S1:E2'));
      await stage.browser.evaluate((tab) => chrome.tabs.update(tab, { active: true }), discarded);
      await ended(stage, 'S1:E2');
      expect(stage.played('S1:E2').pages).toBe(2);
      await front.close();
    },
  },
  {
    name: 'a tab that is duplicated, both to the end',
    async happen(stage) {
      await begun(stage, 'S1:E3');
      const [id] = await tabsOf(stage, 'S1:E3');
      await stage.browser.evaluate((tab) => chrome.tabs.duplicate(tab), id);
      await waitFor('two tabs', async () => (await tabsOf(stage, 'S1:E3')).length === 2);
      await waitFor('both to play', () => stage.played('S1:E3').pages === 2);
      await ended(stage, 'S1:E3');
    },
  },
  {
    name: 'a tab that is moved to a window of its own',
    async happen(stage) {
      await begun(stage, 'S1:E4');
      const [tabId] = await tabsOf(stage, 'S1:E4');
      await stage.browser.evaluate((tab) => chrome.windows.create({ tabId: tab }), tabId);
      await ended(stage, 'S1:E4');
    },
  },
  {
    name: 'the extension is updated while it plays',
    async happen(stage) {
      await begun(stage, 'S1:E5');
      await stage.browser.reloadExtension();
      await followed(stage, 5);
      await ended(stage, 'S1:E5');
    },
  },
  {
    name: 'the extension is turned off while it plays, and on again',
    async happen(stage) {
      const page = await begun(stage, 'S1:E6');
      await stage.browser.setEnabled(false);
      const { seconds } = stage.played('S1:E6');
      await stage.afterSeconds('S1:E6', seconds + 60);
      await stage.browser.setEnabled(true);
      await followed(stage, 6);
      const again = stage.played('S1:E6').seconds;
      await stage.afterSeconds('S1:E6', again + 64);
      await ended(stage, 'S1:E6', page);
    },
  },
  {
    name: 'a player that is cast to a television at a tenth, and comes back at 97 %',
    async happen(stage) {
      const page = await begun(stage, 'S1:E7', '?from=270');
      await stage.afterSeconds('S1:E7', 62);
      await page.evaluate(() => {
        player.video.removeAttribute('src');
        player.video.load();
      });
      await stage.browser.stopBackground();
      await page.evaluate((from) => player.load('/media/S1:E7', from), FEATURE_DURATION * 0.97);
      await ended(stage, 'S1:E7', page);
    },
  },
  {
    name: '“Are you still watching?”, answered after the worker has ended',
    async happen(stage) {
      const page = await begun(stage, 'S2:E1');
      await page.evaluate(() => player.video.pause());
      await waitFor('the pause to be told', async () =>
        (await tabViews(stage.browser)).some(({ playback }) => playback?.state === 'paused'),
      );
      await stage.browser.stopBackground();
      await page.evaluate(() => player.video.play());
      await ended(stage, 'S2:E1', page);
    },
  },
  {
    name: 'recap and intro are skipped',
    async happen(stage) {
      const page = await begun(stage, 'S2:E2');
      for (const skipped of [85, 60])
        await page.evaluate((by) => void (player.video.currentTime += by), skipped);
      await ended(stage, 'S2:E2', page);
    },
  },
  {
    name: 'the next episode begins by itself in the credits, five seconds after it is announced',
    async happen(stage) {
      const page = await begun(stage, 'S2:E3');
      stage.finishing('S2:E3');
      await stage.watched('S2:E3');
      await page.evaluate(async () => {
        history.pushState(null, '', '/cinema/series/breaking-bad/2-4');
        document.querySelector('.subtitle')?.replaceChildren('S2:E4');
        await new Promise((resolve) => {
          setTimeout(resolve, 5_000);
        });
        player.name = 'S2:E4';
        player.load('/media/S2:E4', 0);
      });
      await stage.afterSeconds('S2:E4', 64);
      await page.evaluate(() => player.seek(0.885));
      await ended(stage, 'S2:E4', page);
    },
  },
  {
    name: 'twice the speed',
    async happen(stage) {
      await begun(stage, 'S2:E5', '?rate=2&last=0.895');
      await ended(stage, 'S2:E5');
    },
  },
];

async function followed(stage: KindsStage, episode: number): Promise<void> {
  await waitFor('the page to be followed again', async () =>
    (await tabViews(stage.browser)).some(
      ({ item, sessionId }) => item?.episodeNumber === episode && sessionId !== undefined,
    ),
  );
}

async function playTrailer(page: JourneyPage, name: string, stage: KindsStage): Promise<void> {
  await page.evaluate((called) => {
    player.name = called;
    player.load(`/media/ad-${called}`, 0);
  }, name);
  await stage.afterSeconds(name, 57);
  await waitFor('the end of the trailer', () => page.evaluate(() => player.video.ended));
}

declare const chrome: {
  readonly tabs: {
    readonly discard: (id: number | undefined) => Promise<unknown>;
    readonly duplicate: (id: number | undefined) => Promise<unknown>;
    readonly update: (id: number | undefined, to: { readonly active: true }) => Promise<unknown>;
  };
  readonly windows: { readonly create: (of: { readonly tabId: number | undefined }) => Promise<unknown> };
};
