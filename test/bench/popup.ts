import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchChromium } from '../support/launch-chromium';
import { median, quantile, type FigureGroup } from './figure';

const popup = 'src/popup/index.html';
const bare = 'bare.html';

/**
 * From the opening to the first paint with content: in a browser that has just started, and again in the same one. By
 * turns with a page of the same extension that holds one word and nothing else: what that costs no popup can do without.
 */
export async function measurePopup(extension: string, quick: boolean): Promise<FigureGroup> {
  const openings = quick ? 3 : 20;
  const folder = await mkdtemp(join(tmpdir(), 'matinee-popup-'));
  const times = { [popup]: { cold: [] as number[], warm: [] as number[] }, [bare]: { cold: [] as number[], warm: [] as number[] } };
  try {
    await cp(extension, folder, { recursive: true });
    await writeFile(join(folder, bare), '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Matinee');
    for (let turn = 0; turn < openings; turn += 1) {
      for (const [path, { cold, warm }] of Object.entries(times)) {
        const browser = await launchChromium({ extension: folder });
        try {
          for (const list of [cold, warm]) {
            const page = await browser.openPage(path);
            list.push(await firstPaint(page));
            await page.close();
          }
        } finally {
          await browser.close();
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { cold, warm } = times[popup];
  return {
    title: `The popup (${openings} openings, each in a new browser)`,
    figures: [
      { name: 'first paint when cold, median', value: median(cold), unit: 'ms', goal: 90, how: `a page with one word: ${median(times[bare].cold).toFixed(0)} ms` },
      { name: 'first paint when cold, 95th percentile', value: quantile(cold, 0.95), unit: 'ms' },
      { name: 'first paint when warm, median', value: median(warm), unit: 'ms', how: `a page with one word: ${median(times[bare].warm).toFixed(0)} ms` },
    ],
  };
}

/** Milliseconds since the page was asked for. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry === undefined) return;
          observer.disconnect();
          resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}
