import { readSettings } from '../../src/core/settings/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutboxEntry } from '../../src/core/outbox/outbox-entry';
import { withPlace } from '../../src/core/outbox/queue-place';
import { readOwnValues, readStorage, sendMessage, storeOwnValues } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { waitFor } from '../support/wait-for';

/** Data of version 0: without a version number and with entries that were never validated. */
const correction = {
  id: 'c1',
  scope: 'item',
  key: 'movie|sintel|2010',
  label: 'Sintel (2010)',
  media: { type: 'movie', tmdbId: 45745, title: 'Sintel' },
  createdAt: 1_790_000_000_000,
};
const version0 = {
  settings: { interval: 60, episodes: false, privateWindows: 'yes' },
  sites: { netflix: { enabled: false }, hulu: 'off' },
  corrections: [correction, { id: 'c2' }],
  'own-connectors': { mine: { version: 1, id: 'mine' } },
};
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

  test('data of version 0 is migrated, and invalid entries are kept aside', async () => {
    await store(version0);
    await chromium.evaluate(createVersion2, entry);
    await sendMessage(chromium, 'sites.list', {});
    expect(readSettings(await readStorage(chromium, 'local', 'settings'))).toMatchObject({
      interval: 60,
      episodes: false,
      privateWindows: false,
    });
    expect(await readStorage(chromium, 'local', 'sites')).toEqual({ netflix: { enabled: false } });
    expect(await readStorage(chromium, 'local', 'corrections')).toEqual([correction]);
    expect(await readStorage(chromium, 'local', 'set-aside')).toEqual({
      settings: version0.settings,
      sites: version0.sites,
      corrections: version0.corrections,
    });
    expect(await readStorage(chromium, 'local', 'data-version')).toBe(2);
    expect(await chromium.evaluate(() => chrome.storage.local.get(null), undefined)).toEqual({});
    expect(await chromium.evaluate(readDatabase, undefined)).toEqual([withPlace(entry)]);
  });

  test('a second start changes nothing', async () => {
    const before = await everything();
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

const everything = async () => [
  await readOwnValues(chromium),
  await chromium.evaluate(() => chrome.storage.local.get(null), undefined),
];

/** Data of versions 0 and 1, of which none has moved yet. */
async function store(values: object): Promise<void> {
  await storeOwnValues(chromium, {}, { anew: true });
  await chromium.evaluate(async (stored) => {
    await chrome.storage.local.clear();
    await chrome.storage.local.set(stored);
  }, values);
}

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

/** Is passed to the page as text. */
function createVersion2(kept: object): Promise<void> {
  return new Promise((resolve, reject) => {
    indexedDB.deleteDatabase('matinee');
    const opening = indexedDB.open('matinee', 2);
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('upgradeneeded', () => {
      const database = opening.result;
      database.createObjectStore('outbox', { keyPath: 'id' }).put(kept);
      database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
      database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('account');
      database.createObjectStore('log', { keyPath: 'id', autoIncrement: true });
    });
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

/** Is passed to the page as text. */
function readDatabase(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('matinee');
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      const asking = opening.result.transaction('outbox').objectStore('outbox').getAll();
      asking.addEventListener('success', () => {
        opening.result.close();
        resolve(asking.result);
      });
    });
  });
}

declare const chrome: {
  readonly action: { readonly getBadgeText: (details: object) => Promise<string> };
  readonly storage: {
    readonly local: {
      get(keys: null): Promise<Record<string, unknown>>;
      set(values: object): Promise<void>;
      clear(): Promise<void>;
    };
  };
};
