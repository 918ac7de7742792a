import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendMessage, readStorage, signIn } from '../support/browser/drive-extension';
import { findFirefox } from '../support/browser/browser-paths';
import { waitFor } from '../support/wait-for';
import type { JourneyEngine } from './journeys/journey-browser';
import { startJourneyStage, type JourneyStage } from './journeys/journey-stage';

/** Only part of the profile: the browser empties its databases, and nothing else of it. */
function emptyDatabases(): Promise<readonly string[]> {
  const remove = (name: string) =>
    new Promise<string>((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name);
      removing.addEventListener('success', () => resolve(name));
      removing.addEventListener('error', () => reject(new Error(name)));
    });
  return indexedDB
    .databases()
    .then((all) => Promise.all(all.flatMap(({ name }) => (name === undefined ? [] : remove(name)))));
}

const OPTIONS = 'src/options/index.html#/data';
const PASSWORD = 'correct horse battery';

function testEviction(engine: JourneyEngine): void {
  let stage: JourneyStage;
  beforeAll(async () => {
    stage = await startJourneyStage(engine);
    await signIn(stage.browser, stage.service);
  });
  afterAll(() => stage.close());

  test('after all databases are gone, the person is told, and gets back what the tracker keeps', async () => {
    const { browser, service } = stage;
    await sendMessage(browser, 'settings.set', { interval: 300, notifications: true });
    const page = await browser.openPage(OPTIONS);
    await page.fill('Password for the copy', PASSWORD);
    await page.press('Keep a copy');
    await page.waitForText('Your tracker keeps a copy');
    // What is changed later is in the copy as soon as the page is opened again.
    await sendMessage(browser, 'settings.set', { interval: 240 });
    const { id } = await service.store.users.ensureOwner();
    const kept = () => service.store.settingsCopies.find(id);
    const first = await kept();
    await page.close();
    const again = await browser.openPage(OPTIONS);
    await waitFor('a newer copy', async () => (await kept())?.content !== first?.content);
    const last = await kept();
    await again.close();

    await browser.stopBackground();
    expect(await browser.evaluate(emptyDatabases, undefined)).toContain('matinee-values');
    await waitFor('the worker with new databases', () =>
      sendMessage(browser, 'outbox.list', {}).then(
        () => true,
        () => false,
      ),
    );
    const popup = await browser.openPage('src/popup/index.html');
    await popup.waitForText('data was removed from this browser');
    await popup.waitForText('If you kept a copy of your settings, restore it');
    await popup.close();
    expect(await readStorage(browser, 'local', 'settings')).not.toMatchObject({ interval: 240 });

    await signIn(browser, service);
    const restoring = await browser.openPage(OPTIONS);
    await restoring.fill('Password for the copy', 'another password');
    await restoring.press('Open the copy');
    await restoring.waitForText('This password doesn’t open the copy');
    await restoring.fill('Password for the copy', PASSWORD);
    await restoring.press('Open the copy');
    await restoring.waitForText('Choose what to restore');
    await restoring.close();
    // A copy that was only looked at is not written over by a browser that has nothing of it.
    const later = await browser.openPage(OPTIONS);
    await later.fill('Password for the copy', PASSWORD);
    await later.press('Open the copy');
    await later.waitForText('Choose what to restore');
    expect(await kept()).toEqual(last);
    await later.press('Restore selected');
    await later.waitForText('Backup restored.');
    expect(await readStorage(browser, 'local', 'settings')).toMatchObject({
      interval: 240,
      notifications: true,
    });
    await later.close();
    // From then on this browser brings it up to date again.
    await sendMessage(browser, 'settings.set', { interval: 180 });
    const own = await browser.openPage(OPTIONS);
    await waitFor('a newer copy', async () => (await kept())?.content !== last?.content);
    await own.close();
    // Another browser of the same person has written one: it stays.
    await service.store.settingsCopies.keep(id, '1.c2FsdA==.aXY=.dHdv');
    const other = await browser.openPage(OPTIONS);
    await other.waitForText('Your tracker keeps a copy');
    await other.fill('Password for the copy', PASSWORD);
    await other.press('Open the copy');
    await other.waitForText('This password doesn’t open the copy');
    expect((await kept())?.content).toBe('1.c2FsdA==.aXY=.dHdv');
    await other.press('Remove the copy');
    await other.click('dialog .danger');
    await waitFor('no copy at the tracker', async () => (await kept()) === undefined);
    await other.close();
  });
}

describe('in Chromium', () => testEviction('chromium'));
describe.skipIf(findFirefox() === undefined)('in Firefox', () => testEviction('firefox'));
