import { launchChromium } from '../../support/browser/launch-chromium';
import type { Bubble, Look } from '../../support/browser/action-bubble';
import { startSiteServer } from '../../support/server/site-server';
import { startTest } from '../../service/service-under-test';
import { KEY_SEED } from '../../../scripts/build/key-seed';
import { shortKey } from '../../../src/core/text/text-key';
import { readMessages, type Messages } from './locale';
import type { ViewOptions } from './open-view';
import { fullScene, standInScript } from './stand-in';

export interface Bubbles {
  /** Shows the popup of a scene in the bubble. */
  readonly show: (scene: ViewOptions, look?: Look) => Promise<Bubble>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Chromium with the built extension, whose real bubble shows the popup in any state. The posters
 * come from the real service.
 */
export async function openBubbles(): Promise<Bubbles> {
  const tracker = await startTest({ publicUrl: 'https://tracker.example', exposed: true });
  const sites = await startSiteServer({ 'tracker.example': (request) => tracker.app.fetch(request) });
  const chromium = await launchChromium({ sites });
  await chromium.grantHosts(['https://tracker.example/*']);
  const page = await chromium.context.newPage();
  await page.goto('https://tracker.example/poster/movie/10331');
  const open = () => chromium.openBubble(page);
  let bubble = await open();
  return {
    async show(scene, look) {
      const language = scene.language ?? 'en';
      const messages = withShortKeys(await readMessages(language));
      const script = standInScript(fullScene(scene, { language, messages }));
      await bubble.reload(script, look).catch(async () => {
        // It has closed with the focus.
        bubble = await open();
        await bubble.reload(script, look);
      });
      await bubble.evaluate(DRAWN);
      return bubble;
    },
    async close() {
      await chromium.close();
      await sites.close();
      void tracker.close();
    },
  };
}

/** As the texts of a package, from which the bubble is loaded. */
function withShortKeys(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [shortKey(key, KEY_SEED), message]),
  );
}

/**
 * An expression in the popup that resolves when it has been drawn, with what the worker answers and its
 * posters; rejects when it is not after a while.
 */
export const DRAWN = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('not drawn: ' + document.body.innerText)), 20000);
  const isDrawn = () => document.querySelector('main') !== null &&
    [...document.images].every(({ complete }) => complete) &&
    globalThis.standInOpen === 0 &&
    document.querySelector('.loading, [aria-busy=true]') === null;
  const look = (left) => isDrawn() && left <= 0 ? resolve(true) : setTimeout(look, 50, isDrawn() ? left - 1 : 4);
  look(4);
})`;
