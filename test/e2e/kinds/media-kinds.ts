import { expect } from 'vitest';
import { waitFor } from '../../support/wait-for';
import { sendMessage } from '../../support/browser/drive-extension';
import type { PagePlayer } from './kinds-site';
import { begun, ended, type Kind, type KindsStage } from './kinds-stage';

/** In the global scope of the pages. */
declare const player: PagePlayer;

/** Kinds of media, clocks and disks. */
export const mediaKinds: readonly Kind[] = [
  {
    name: 'a live stream that becomes a recording',
    // Firefox plays nothing of a source whose length was set to be endless.
    only: 'chromium',
    async happen(stage) {
      const page = await stage.open('S2:E6', '?still');
      await page.evaluate(playLive);
      await stage.afterSeconds('S2:E6', 30);
      await page.evaluate(() => (globalThis as unknown as { live: MediaSource }).live.endOfStream());
      await stage.recorded('S2:E6');
      await stage.afterSeconds('S2:E6', 130);
      await ended(stage, 'S2:E6', page);
    },
  },
  {
    name: 'two players side by side in a page',
    async happen(stage) {
      const page = await stage.open('S2:E7');
      await page.evaluate(() => {
        const clip = document.createElement('video');
        Object.assign(clip, { className: 'main', muted: true, src: '/media/ad-beside' });
        clip.addEventListener('ended', () => void clip.play());
        document.querySelector('#screen')?.append(clip);
        return clip.play();
      });
      await stage.recorded('S2:E7');
      await ended(stage, 'S2:E7', page);
    },
  },
  {
    name: 'two tabs that play two episodes at once',
    async happen(stage) {
      const pages = [await begun(stage, 'S2:E8'), await begun(stage, 'S2:E9')];
      for (const name of ['S2:E8', 'S2:E9']) stage.finishing(name);
      for (const [index, name] of ['S2:E8', 'S2:E9'].entries()) await ended(stage, name, pages[index]);
    },
  },
  {
    name: 'the clock is set five years ahead',
    async happen(stage) {
      const page = await begun(stage, 'S2:E10');
      await inWorker(stage, setClock, FIVE_YEARS);
      await ended(stage, 'S2:E10', page);
      const ahead = (await inWorker(stage, readClock, undefined)) - Date.now();
      expect(Math.round(ahead / FIVE_YEARS), 'the clock of the worker').toBe(1);
      await inWorker(stage, setClock, 0);
    },
  },
  {
    name: 'the clocks of the country change',
    only: 'chromium',
    async happen(stage) {
      const page = await begun(stage, 'S2:E11');
      const open = stage.chromium?.context.pages().find((one) => one.url().endsWith('/2-11'));
      const cdp = open && (await stage.chromium?.context.newCDPSession(open));
      // From UTC+1 to UTC+2, as in a night of March.
      await cdp?.send('Emulation.setTimezoneOverride', { timezoneId: 'Africa/Lagos' });
      await cdp?.send('Emulation.setTimezoneOverride', { timezoneId: 'Africa/Maputo' });
      await ended(stage, 'S2:E11', page);
    },
  },
  {
    name: 'the disk is full until it has ended',
    async happen(stage) {
      const page = await begun(stage, 'S2:E12');
      await inWorker(stage, fillDisk, true);
      stage.finishing('S2:E12');
      await waitFor('the end', () => page.evaluate(() => player.video.ended));
      expect((await stage.history()).map(({ name }) => name)).not.toContain('Breaking Bad 2x12');
      await inWorker(stage, fillDisk, false);
      await ended(stage, 'S2:E12', page);
      await waitFor(
        'an empty queue',
        async () => (await sendMessage(stage.browser, 'outbox.list', {})).length === 0,
      );
    },
  },
];

/** Evaluates in the worker (Chromium) or, from a page of the extension, for its event page (Firefox). */
async function inWorker<Result, Argument>(
  { chromium, browser: firefox }: KindsStage,
  code: (argument: Argument) => Promise<Result>,
  argument: Argument,
): Promise<Result> {
  if (chromium === undefined) return firefox.evaluate(code, argument);
  return (await chromium.worker()).evaluate(code as (argument: unknown) => Promise<Result>, argument);
}

const FIVE_YEARS = 5 * 365 * 86_400_000;

// These run in the worker, or in a page of the extension, as text.

/** `ahead`: milliseconds. */
async function setClock(ahead: number): Promise<void> {
  const scope = (
    typeof document === 'undefined' ? globalThis : await browser.runtime.getBackgroundPage()
  ) as {
    Date: { now: () => number };
    performance: Performance;
  };
  scope.Date.now = () => scope.performance.timeOrigin + scope.performance.now() + ahead;
}

async function readClock(): Promise<number> {
  const scope = typeof document === 'undefined' ? globalThis : await browser.runtime.getBackgroundPage();
  return (scope as { Date: { now: () => number } }).Date.now();
}

async function fillDisk(isFull: boolean): Promise<void> {
  const scope = (
    typeof document === 'undefined' ? globalThis : await browser.runtime.getBackgroundPage()
  ) as {
    IDBObjectStore: { prototype: { put: unknown; add: unknown; kept?: { put: unknown; add: unknown } } };
  };
  const store = scope.IDBObjectStore.prototype;
  store.kept ??= { put: store.put, add: store.add };
  const refuse = () => {
    throw new DOMException('the disk is full', 'QuotaExceededError');
  };
  Object.assign(store, isFull ? { put: refuse, add: refuse } : store.kept);
}

/** Runs in the page: a stream whose end is not known yet. */
async function playLive(): Promise<void> {
  const source = new MediaSource();
  player.load(URL.createObjectURL(source), 0);
  await new Promise((resolve) => {
    source.addEventListener('sourceopen', resolve, { once: true });
  });
  source.duration = Infinity;
  const buffer = source.addSourceBuffer('video/webm; codecs="vp9,opus"');
  buffer.appendBuffer(await (await fetch('/media/live')).arrayBuffer());
  Object.assign(globalThis, { live: source });
}

declare const browser: { readonly runtime: { readonly getBackgroundPage: () => Promise<unknown> } };
