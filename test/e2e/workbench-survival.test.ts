import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInSite, readJson } from '../../scripts/connector/files';
import { readCases } from '../../scripts/connector/read-cases';
import { startService, type RunningService } from '../../src/service/start-service';
import type { Chromium } from '../support/browser/chromium';
import { readOwnValues, signIn, storeOwnValues } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { startFaultProxy, type FaultProxy } from '../support/server/fault-proxy';
import { waitFor } from '../support/wait-for';
import { submitAndDecide } from './journeys/repaired-site';
import { finishedDraft, openDraft, readDrafts, storeDrafts } from './workbench-drafts';

let profile: string;
let chromium: Chromium;

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'matinee-survival-'));
  chromium = await launchChromium({ profile });
  await storeDrafts(chromium, finishedDraft);
});
afterAll(async () => {
  await chromium.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Ends the browser as a failing computer does, and starts it again. */
async function crash(): Promise<void> {
  await chromium.kill();
  chromium = await launchChromium({ profile });
}

/** Keeps a transaction of the stored values open, as a slow disk does, until `isHeld` is false. */
function holdValues(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('matinee-values', 1);
    opening.addEventListener('success', () => {
      Reflect.set(globalThis, 'isHeld', true);
      const store = opening.result.transaction('values', 'readwrite').objectStore('values');
      store.get('nothing').addEventListener('success', function again() {
        resolve();
        if (Reflect.get(globalThis, 'isHeld') === true)
          store.get('nothing').addEventListener('success', again);
      });
    });
  });
}

const storedText = async () => (await readDrafts(chromium))[finishedDraft.key]?.text ?? '';
const nameIn = async (page: Page) => page.getByLabel('General: name');

describe('a draft survives', () => {
  test('a tab that is closed right after the last letter', async () => {
    const page = await openDraft(chromium, finishedDraft.key);
    await (await nameIn(page)).fill('Closed at once');
    await page.close({ runBeforeUnload: true });
    await expect.poll(storedText).toContain('"Closed at once"');
  });

  test('a tab that is closed while the worker is storing something else', async () => {
    const page = await openDraft(chromium, finishedDraft.key);
    const name = await nameIn(page);
    await name.waitFor();
    // A worker that is stopped stores nothing.
    await chromium.worker();
    await chromium.evaluate(holdValues, undefined);
    await name.fill('Closed meanwhile');
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await chromium.evaluate(() => Reflect.set(globalThis, 'isHeld', false), undefined);
    await expect.poll(storedText).toContain('"Closed meanwhile"');
  });

  test('typing without a pause, during which it is stored', async () => {
    const page = await openDraft(chromium, finishedDraft.key);
    await (await nameIn(page)).fill('');
    const seen: string[] = [];
    for (let letter = 0; letter < 40; letter++) {
      await (await nameIn(page)).press('a');
      seen.push(/"name": "(a*)"/.exec(await storedText())?.[1] ?? '');
    }
    // A part of the text was stored before the last letter was typed.
    expect(new Set(seen).size).toBeGreaterThan(2);
    await page.close();
  });

  test('a crash of the browser', async () => {
    const page = await openDraft(chromium, finishedDraft.key, 'JSON');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' half a word');
    await waitFor('the draft in the storage', async () => (await storedText()).includes('half a word'));
    await crash();
    expect(await storedText()).toContain('half a word');
    const again = await openDraft(chromium, finishedDraft.key);
    await again.getByText('The JSON isn’t valid.').waitFor();
    await again.getByRole('tab', { name: 'JSON' }).click();
    await expect.poll(() => again.locator('.cm-content').textContent()).toContain('half a word');
    await again.close();
  });
});

describe('the connectors of the tracker survive', () => {
  let service: RunningService;
  let proxy: FaultProxy;
  beforeAll(async () => {
    service = await startService({ dataDir: ':memory:', deviceIntervalSeconds: 1, log: () => {} });
    proxy = await startFaultProxy({ port: Number(new URL(service.url).port) });
    await signIn(chromium, { ...service, baseUrl: `${proxy.url}/api/v1` });
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  test('a crash of the browser in the middle of an update', { timeout: 300_000 }, async () => {
    const first = await publish();
    await lookAtCatalogue();
    await waitFor('the first version', async () => (await inForce()) === first);
    const before = await connectors();
    const second = await publish();
    const stalled = proxy.counts.get('hang') ?? 0;
    proxy.setFaults((path) => (/\/connectors\/catalogue\/\w+$/.test(path) ? { kind: 'hang' } : undefined));
    await lookAtCatalogue();
    await waitFor('the request of the second version', () => (proxy.counts.get('hang') ?? 0) > stalled);
    await crash();
    expect(await connectors()).toEqual(before);
    proxy.setFaults(() => undefined);
    // The worker sets the same alarm when the browser starts, which can replace this one: it is set again.
    const lookAgain = async () => {
      if ((await inForce()) === second) return true;
      await lookAtCatalogue();
      return false;
    };
    await waitFor('the second version', lookAgain, { every: 2000 });
  });

  /** The name of a version of a packaged connector that the tracker has from now on. */
  async function publish(): Promise<string> {
    const site = builtInSite('mubi');
    const name = `MUBI ${(await service.store.connectors.withStatus('accepted')).length}`;
    const definition = { ...(readJson(site.definition) as object), name };
    const submission = { name, domains: ['mubi.com'], definition, cases: readCases(site) };
    await submitAndDecide(service, submission, 'accept');
    return name;
  }

  /** All that an update writes. */
  async function connectors() {
    const { catalogue = {}, ...values } = (await readOwnValues(chromium)) as Stored;
    const { sequence, sites } = catalogue;
    return { sequence, sites, heads: values['tracker-connectors'], file: values['release:mubi'] };
  }

  async function inForce(): Promise<string | undefined> {
    return (await connectors()).file?.definition?.definition.name;
  }

  /** As if six hours had passed since the last look, and the alarm rang. */
  async function lookAtCatalogue(): Promise<void> {
    const { catalogue } = (await readOwnValues(chromium)) as Stored;
    await storeOwnValues(chromium, { catalogue: { ...catalogue, checkedAt: 0 } });
    await chromium.evaluate(() => chrome.alarms.create('catalogue', { when: Date.now() + 100 }), undefined);
  }
});

interface Stored {
  readonly catalogue?: { readonly sequence?: number; readonly sites?: object };
  readonly 'tracker-connectors'?: object;
  readonly 'release:mubi'?: { readonly definition?: { readonly definition: { readonly name: string } } };
}

/** The API of the extension, for functions that run in it. */
declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
};
