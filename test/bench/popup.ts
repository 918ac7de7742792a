import { launchChromium } from '../support/launch-chromium';
import { median, quantile, type FigureGroup } from './figure';

/** From the opening to the first paint with content: in a browser that has just started, and again in the same one. */
export async function measurePopup(extension: string, quick: boolean): Promise<FigureGroup> {
  const openings = quick ? 3 : 20;
  const cold: number[] = [];
  const warm: number[] = [];
  for (let turn = 0; turn < openings; turn += 1) {
    const browser = await launchChromium({ extension });
    try {
      for (const times of [cold, warm]) {
        const page = await browser.openPopup();
        const paint = await page.evaluate(
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
        times.push(paint);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  }
  return {
    title: `The popup (${openings} openings, each in a new browser)`,
    figures: [
      { name: 'first paint when cold, median', value: median(cold), unit: 'ms', goal: 90 },
      { name: 'first paint when cold, 95th percentile', value: quantile(cold, 0.95), unit: 'ms' },
      { name: 'first paint when warm, median', value: median(warm), unit: 'ms' },
    ],
  };
}
