import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCinema } from '../demo/cinema';
import { buildExtension } from '../../scripts/build/build-extension';
import { readStorage, sendMessage, tabViews } from '../support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';

/*
 * The system draws the icon's menu, the shortcuts and the notifications, and no program can press them. Each
 * test dispatches the event of the browser in the real worker and checks the effect in the real browser.
 */
const host = 'cinema.matinee.test';
let extension: string;
let stage: Stage;
let film: Page;
let tabId: number;

beforeAll(async () => {
  extension = await withNotifications();
  const cinema = createCinema();
  stage = await startStage({
    extension,
    sites: { [host]: (request) => cinema.fetch(request) },
    grant: [`https://${host}/*`],
    locale: 'en-US',
  });
  film = await stage.chromium.context.newPage();
  await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
  ({ tabId } = await waitFor('the recording', async () =>
    (await tabViews(stage.chromium)).find(({ status }) => status.kind === 'scrobbling'),
  ));
});
afterAll(async () => {
  await stage.close();
  await rm(extension, { recursive: true, force: true });
});

/** Builds a copy with the optional permission granted at install, since no test can answer the prompt. */
async function withNotifications(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-extension-'));
  await cp(await buildExtension({ browser: 'chrome' }), folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { permissions: string[] };
  await writeFile(
    path,
    JSON.stringify({
      ...manifest,
      permissions: [...manifest.permissions, 'notifications'],
      optional_permissions: [],
    }),
  );
  return folder;
}

const tooltip = () => stage.chromium.evaluate((id) => chrome.action.getTitle({ tabId: id }), tabId);
const waitForTooltip = (words: string) =>
  waitFor(`the tooltip “${words}”`, async () => (await tooltip()).includes(words));
const pausedUntil = async () =>
  ((await readStorage(stage.chromium, 'local', 'settings')) as { pausedUntil?: number } | undefined)
    ?.pausedUntil ?? 0;

describe('the menu of the icon', () => {
  const choose = async (id: string) =>
    (await stage.chromium.worker()).evaluate(
      ([menuItemId, tab]) => chrome.contextMenus.onClicked.dispatch({ menuItemId }, { id: tab }),
      [id, tabId] as const,
    );

  test.each(['scrobble-now', 'pause', 'resume', 'pause-here', 'options'])('has the entry %s', async (id) => {
    // The browser has no list of entries, but updating an entry that does not exist fails.
    await expect.poll(() => knows(id)).toBe(true);
    expect(await knows(`no-${id}`)).toBe(false);
  });

  test('pauses for an hour, and resumes', async () => {
    const before = Date.now();
    await choose('pause');
    await waitForTooltip('paused until');
    expect(Math.abs((await pausedUntil()) - before - 3_600_000)).toBeLessThan(60_000);
    await choose('resume');
    await waitForTooltip('Recording');
    expect(await pausedUntil()).toBe(0);
  });

  test('turns the site of this tab off and on', async () => {
    await choose('pause-here');
    await waitForTooltip('Matinee is turned off for this site');
    await choose('pause-here');
    await waitForTooltip('Recording');
  });

  test('opens the options', async () => {
    const opened = stage.chromium.context.waitForEvent('page');
    await choose('options');
    const page = await opened;
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/src/options/index.html');
    await page.close();
  });

  test('"Record now" records the title, although little of it was played', async () => {
    await choose('scrobble-now');
    const [entry] = await waitFor(
      'the film in the history',
      async () => (await readHistory(stage)).length > 0 && readHistory(stage),
    );
    expect(entry).toMatchObject({ media: { title: 'Sintel' } });
  });
});

describe('a pause', () => {
  test('ends by itself, although the worker was stopped meanwhile', async () => {
    const until = Date.now() + 4_000;
    await sendMessage(stage.chromium, 'settings.set', { pausedUntil: until });
    await waitForTooltip('paused until');
    const alarm = () => stage.chromium.evaluate(() => chrome.alarms.get('pause'), undefined);
    expect(await alarm()).toMatchObject({ scheduledTime: until });
    await stage.chromium.stopWorker();
    await waitFor('the alarm to have rung', async () => (await alarm()) === undefined);
    await waitFor('the icon without the pause', async () => !(await tooltip()).includes('paused'));
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });
});

describe('the keys', () => {
  const press = async (name: string, id: number) =>
    (await stage.chromium.worker()).evaluate(
      ([command, tab]) => chrome.commands.onCommand.dispatch(command, { id: tab }),
      [name, id] as const,
    );

  test('are free in this browser, so each command has one', async () => {
    // The browser does not assign a shortcut that it uses itself, and reports no error.
    const commands = await stage.chromium.evaluate(() => chrome.commands.getAll(), undefined);
    expect(commands.map(({ name, shortcut }) => [name, shortcut])).toEqual([
      ['_execute_action', 'Alt+Shift+M'],
      ['pause-here', 'Alt+Shift+H'],
      ['scrobble-now', 'Alt+Shift+S'],
    ]);
  });

  test('"Record now" records the film of the active tab', async () => {
    const page = await stage.chromium.context.newPage();
    await page.goto(`https://${host}/cinema/film/big-buck-bunny?autoplay=1&rate=1`);
    const view = await waitFor('the second recording', async () =>
      (await tabViews(stage.chromium)).find(
        ({ status, item }) => item?.title === 'Big Buck Bunny' && status.kind === 'scrobbling',
      ),
    );
    await press('scrobble-now', view.tabId);
    await waitFor('the second film in the history', async () =>
      (await readHistory(stage)).some(({ media }) => media.title === 'Big Buck Bunny'),
    );
    await page.close();
  });
});

describe('a notification', () => {
  const isInFront = (id: number) =>
    stage.chromium.evaluate(async (tab) => (await chrome.tabs.get(tab)).active, id);

  test('is shown when a film was watched, and a click opens its tab', async () => {
    await sendMessage(stage.chromium, 'settings.set', { notifications: true });
    const page = await stage.chromium.context.newPage();
    await page.goto(`https://${host}/cinema/film/tears-of-steel?autoplay=1&rate=1`);
    const view = await waitFor('the third recording', async () =>
      (await tabViews(stage.chromium)).find(
        ({ status, item }) => item?.title === 'Tears of Steel' && status.kind === 'scrobbling',
      ),
    );
    await sendMessage(stage.chromium, 'tab.scrobble-now', { tabId: view.tabId });
    const id = `tab-${view.tabId}`;
    await waitFor(
      'the notification',
      async () => id in (await stage.chromium.evaluate(() => chrome.notifications.getAll(), undefined)),
    );
    await film.bringToFront();
    await waitFor('the first film to be in front', () => isInFront(tabId));
    await (
      await stage.chromium.worker()
    ).evaluate((clicked) => chrome.notifications.onClicked.dispatch(clicked), id);
    await waitFor('the film of the notification to be in front', () => isInFront(view.tabId));
    await page.close();
  });

  test('of a closed tab does nothing when it is clicked', async () => {
    await (
      await stage.chromium.worker()
    ).evaluate(() => chrome.notifications.onClicked.dispatch('tab-999999'));
    expect(await sendMessage(stage.chromium, 'tab.view', { tabId })).toMatchObject({ tabId });
  });
});

function knows(id: string): Promise<boolean> {
  return stage.chromium.evaluate(
    (entry) =>
      chrome.contextMenus.update(entry, {}).then(
        () => true,
        () => false,
      ),
    id,
  );
}

interface Happening<Arguments extends readonly unknown[]> {
  readonly dispatch: (...values: Arguments) => void;
}

declare const chrome: {
  readonly action: { readonly getTitle: (of: { tabId: number }) => Promise<string> };
  readonly alarms: {
    readonly get: (name: string) => Promise<{ readonly scheduledTime: number } | undefined>;
  };
  readonly commands: {
    readonly onCommand: Happening<[string, { id: number }]>;
    readonly getAll: () => Promise<readonly { readonly name: string; readonly shortcut: string }[]>;
  };
  readonly contextMenus: {
    readonly onClicked: Happening<[{ menuItemId: string }, { id: number }]>;
    readonly update: (id: string, change: object) => Promise<void>;
  };
  readonly notifications: {
    readonly onClicked: Happening<[string]>;
    readonly getAll: () => Promise<Record<string, boolean>>;
  };
  readonly tabs: { readonly get: (id: number) => Promise<{ readonly active: boolean }> };
};
