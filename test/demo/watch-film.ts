import type { Page } from 'playwright';
import type { TabView } from '../../src/core/status/status';
import type { HistoryEntry } from '../../src/protocol/tracker/history';
import { tabViews } from '../support/browser/drive-extension';
import { FILM_DURATION } from '../support/film/film';
import type { Chromium } from '../support/browser/chromium';
import { createLiveLine, progressLine } from './progress-line';

export interface WatchFilm {
  readonly chromium: Chromium;
  readonly page: Page;
  readonly rate: number;
  readonly history: () => Promise<readonly HistoryEntry[]>;
  readonly output: { readonly isTTY?: boolean; write(text: string): unknown };
}

/**
 * Follows the film and the view of its tab until the history has it, and returns the entry. Throws an Error
 * with the reason that Matinee shows when the entry is missing some time after the end of the film.
 */
export async function watchFilm({ chromium, page, rate, history, output }: WatchFilm): Promise<HistoryEntry> {
  const line = createLiveLine(output);
  // Start, buffering and delivery take additional time, especially on a slow machine.
  const end = Date.now() + (FILM_DURATION / rate) * 1000 + PATIENCE;
  let view: TabView | undefined;
  try {
    for (;;) {
      const player = await readPlayer(page);
      view = (await tabViews(chromium)).find(({ siteId }) => siteId !== undefined) ?? view;
      const status = view?.status.kind ?? 'not seen yet';
      line.show(progressLine({ ...player, status }), `${status} ${Math.floor(player.position / 15)}`);
      const [entry] = await history();
      if (entry !== undefined && player.ended) return entry;
      if (Date.now() > end)
        throw new Error(`the film is over and not in the history; Matinee says “${describe(view)}”.`);
      await page.waitForTimeout(200);
    }
  } finally {
    line.end();
  }
}

const PATIENCE = 45_000;

async function readPlayer(page: Page): Promise<{ position: number; duration: number; ended: boolean }> {
  return page.evaluate(() => {
    const video = document.querySelector('video');
    return {
      position: video?.currentTime ?? 0,
      duration: video?.duration || 0,
      ended: video?.ended ?? false,
    };
  });
}

function describe(view: TabView | undefined): string {
  return view === undefined ? 'nothing' : JSON.stringify(view.status);
}
