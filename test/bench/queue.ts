import type { OutboxEntry } from '../../src/core/outbox/outbox-entry';
import { withPlace } from '../../src/core/outbox/queued-entries';
import type { Chromium } from '../support/browser/chromium';
import { sendMessage } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { median, quantile, type FigureGroup } from './figure';

export const ENTRIES = 10_000;

/**
 * What a tracker that was away for months leaves: 10,000 entries. Times are those that a page of the
 * extension waits for the answer to its message.
 */
export async function measureQueue(extension: string, quick: boolean): Promise<FigureGroup> {
  const chromium = await launchChromium({ extension });
  const time = async (ask: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await ask();
    return performance.now() - start;
  };
  const list = () => time(() => sendMessage(chromium, 'outbox.list', { limit: 20 }));
  try {
    await fillQueue(chromium);
    const times: number[] = [];
    for (let turn = 0; turn < (quick ? 5 : 20); turn += 1) times.push(await list());
    await chromium.stopWorker();
    const first = await list();
    const retry = await time(() => sendMessage(chromium, 'outbox.retry', {}));
    return {
      title: `A queue of ${ENTRIES.toLocaleString('en')} entries`,
      figures: [
        {
          name: 'list of the popup, median',
          value: median(times),
          unit: 'ms',
          goal: 150,
          how: `worst of ${times.length}: ${quantile(times, 1).toFixed(0)} ms`,
        },
        { name: 'list of the popup, with the start of the worker', value: first, unit: 'ms' },
        { name: 'retry all', value: retry, unit: 'ms' },
      ],
    };
  } finally {
    await chromium.close();
  }
}

/** Stores the entries as the worker does. */
export async function fillQueue(chromium: Chromium): Promise<void> {
  // Opens the database.
  await sendMessage(chromium, 'outbox.list', {});
  for (let from = 0; from < ENTRIES; from += 1_000)
    await chromium.evaluate(
      store,
      Array.from({ length: 1_000 }, (_, index) => withPlace(entryOf(from + index))),
    );
}

function entryOf(index: number): OutboxEntry {
  const at = Date.now() - 90 * 86_400_000 + index * 600_000;
  const place = { position: 14, duration: 2_700, cause: 'start', at } as const;
  return {
    id: `entry-${index}`,
    account: '',
    siteId: 'netflix',
    item: {
      type: 'episode',
      seriesTitle: `A series with number ${index % 700}`,
      seasonNumber: 1 + (index % 9),
      episodeNumber: index,
      episodeTitle: 'An episode with a title of usual length',
    },
    readConfidence: 1,
    private: false,
    start: place,
    ...(index % 2 === 0 && { crossing: { ...place, position: 2_450, cause: 'crossing' } }),
    confirmed: false,
    match: { state: 'open' },
    attempts: 0,
    notBefore: 0,
    parked: index % 20 === 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** Is passed to the page as text. */
function store(entries: readonly object[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('matinee');
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      const change = opening.result.transaction('outbox', 'readwrite');
      for (const entry of entries) change.objectStore('outbox').put(entry);
      change.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}
