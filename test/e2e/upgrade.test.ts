import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboxEntry } from '../../src/core/outbox/outbox-entry';
import { readOwnValues, sendMessage, storeOwnValues } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { waitFor } from '../support/wait-for';

const entry: OutboxEntry = {
  id: 's1',
  account: '',
  siteId: 'netflix',
  item: { type: 'movie', title: 'Sintel', year: 2010 },
  readConfidence: 1,
  private: false,
  latest: { position: 300, duration: 888, cause: 'pause', at: 1_790_000_300_000 },
  match: { state: 'open' },
  attempts: 1,
  notBefore: 0,
  parked: true,
  confirmed: false,
  createdAt: 1_790_000_000_000,
  updatedAt: 1_790_000_300_000,
};

let chromium: Chromium;
beforeAll(async () => {
  chromium = await launchChromium({ locale: 'en-US' });
  // The page after the installation asks the worker again when stored values change.
  const welcome = await waitFor('the welcome page', () =>
    chromium.context.pages().find((page) => page.url().includes('welcome')),
  );
  // Where it is closed before it has read the texts, the browser has none for later pages either.
  await welcome.getByText('Welcome to Matinee').waitFor();
  await welcome.close();
  // Opens the database once, with the schema of this version.
  await sendMessage(chromium, 'outbox.list', {});
});
afterAll(() => chromium.close());

describe('data of another version', () => {
  beforeEach(() => chromium.stopWorker());

  test('a second start changes nothing', async () => {
    await sendMessage(chromium, 'settings.set', { interval: 60 });
    const before = await everything();
    await chromium.stopWorker();
    await sendMessage(chromium, 'sites.list', {});
    await sendMessage(chromium, 'activity.list', { limit: 1 });
    expect(await everything()).toEqual(before);
  });

  test('data of a newer version is refused with a reason and not changed', async () => {
    await store({ settings: { interval: 60, invented: { later: true } }, 'data-version': 99 });
    const before = await everything();
    await expect(sendMessage(chromium, 'activity.list', { limit: 1 })).rejects.toThrow('newer-data');
    await expect(sendMessage(chromium, 'settings.set', { interval: 30 })).rejects.toThrow('newer-data');
    expect(await everything()).toEqual(before);
    const page = await chromium.openPage('src/options/index.html#/activity');
    await page.getByText('saved by a newer version').first().waitFor();
    await page.close();
    expect(await chromium.evaluate(() => chrome.action.getBadgeText({}), undefined)).toBe('!');
  });

  test('a database of a newer version is refused too', async () => {
    await store({});
    await changeDatabase(99, entry);
    await expect(sendMessage(chromium, 'activity.list', { limit: 1 })).rejects.toThrow('newer-data');
  });
});

const everything = () => readOwnValues(chromium);

const store = (values: Readonly<Record<string, unknown>>) => storeOwnValues(chromium, values, { anew: true });

async function changeDatabase(version: number, kept: { id: string }): Promise<void> {
  await chromium.evaluate(
    ([number, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('matinee', number);
        opening.addEventListener('error', () => reject(new Error(String(opening.error))));
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('outbox', 'readwrite');
          change.objectStore('outbox').put(value);
          change.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    [version, kept] as const,
  );
}

declare const chrome: {
  readonly action: { readonly getBadgeText: (details: object) => Promise<string> };
};
