import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backup } from '../../src/core/settings/backup';
import { createCinema } from '../demo/cinema';
import { overlaps } from '../support/browser/overlaps';
import { readStorage, sendMessage, storedText, tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';

const host = 'cinema.matinee.test';
let stage: Stage;
let film: Page;
let popup: Page;
let tabId: number;

beforeAll(async () => {
  const cinema = createCinema();
  stage = await startStage({
    sites: { [host]: (request) => cinema.fetch(request) },
    grant: [`https://${host}/*`],
    signedIn: false,
  });
});
afterAll(() => stage.close());

const waiting = () => sendMessage(stage.chromium, 'outbox.list', { limit: 50 });

describe('in the real extension', () => {
  test('what was watched before the first sign-in is named beside it, and can be removed', async () => {
    await sendMessage(stage.chromium, 'settings.set', { baseUrl: stage.service.baseUrl });
    const watched = await stage.chromium.context.newPage();
    await watched.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=8`);
    await waitFor('what waits without an account', async () => (await waiting()).length > 0);
    await watched.close();
    await waitFor('the end of the page', async () => (await tabViews(stage.chromium)).length === 0);
    for (const path of ['src/options/index.html#/account', 'src/options/welcome.html']) {
      const page = await stage.chromium.openPage(path);
      await page.getByText('1 title that was watched here without an account').waitFor();
      await page.close();
    }
    const page = await stage.chromium.openPage('src/options/index.html#/account');
    await page.getByRole('button', { name: 'Remove instead' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sintel').waitFor();
    await dialog.getByRole('button', { name: 'Remove instead' }).click();
    await page.locator('.before-sign-in').waitFor({ state: 'detached' });
    expect(await waiting()).toEqual([]);
    await page.close();
  });

  test('the welcome page signs in by code and shows the approval', async () => {
    await sendMessage(stage.chromium, 'settings.set', { baseUrl: stage.service.baseUrl });
    const page = await stage.chromium.openPage('src/options/welcome.html');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const code = (await page.locator('.user-code').textContent()) ?? '';
    expect(await stage.service.decideDevice(code, 'approved')).toBe(true);
    await page.getByRole('checkbox', { name: 'Netflix' }).waitFor();
    await page.close();
  });

  test('the popup over a playing film shows the film, its match and its status', async () => {
    film = await stage.chromium.context.newPage();
    await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
    tabId = (
      await waitFor('the view of the film', async () =>
        (await tabViews(stage.chromium)).find((view) => view.media !== undefined),
      )
    ).tabId;
    const bubble = await stage.chromium.openBubble(film);
    const shown = await bubble.waitForText('Matched to');
    expect(shown).toContain('Sintel');
    // The browser sizes the bubble by its content, and first asks at a width of 25 pixels.
    await expect.poll(() => bubble.evaluate('innerWidth')).toBeGreaterThanOrEqual(384);
    await expect.poll(() => bubble.evaluate(`((content) => ${overlaps})(window)`)).toEqual([]);
    await bubble.close();
  });

  test('the correction of a film is stored, shown at once, and undone', async () => {
    popup = await stage.chromium.openPage(`src/popup/index.html?tab=${tabId}`);
    await popup.getByRole('button', { name: 'Wrong title?' }).click();
    await popup.getByLabel('Title', { exact: true }).fill('Big Buck Bunny');
    await popup.getByLabel('Year').fill('');
    await popup.getByRole('button', { name: 'Search', exact: true }).click();
    await popup.locator('.result-choose', { hasText: 'Big Buck Bunny' }).first().click();
    await popup.locator('.matched', { hasText: 'Big Buck Bunny' }).waitFor();
    await expect
      .poll(() => readStorage(stage.chromium, 'local', 'corrections'))
      .toMatchObject([{ scope: 'item', media: { title: 'Big Buck Bunny' } }]);
    await popup.getByRole('button', { name: 'Undo' }).click();
    await popup.locator('.matched', { hasText: 'Big Buck Bunny' }).waitFor({ state: 'detached' });
    await expect.poll(() => readStorage(stage.chromium, 'local', 'corrections')).toEqual([]);
  });

  test('"Not watched by me" stops recording this title, and "Resume recording" resumes it', async () => {
    await popup.getByRole('button', { name: 'Not watched by me' }).click();
    await popup.getByText('someone else is watching').first().waitFor();
    await popup.getByRole('button', { name: 'Resume recording' }).click();
    await popup.getByText('someone else is watching').first().waitFor({ state: 'detached' });
  });

  test('a pause is shown in every view, and "Resume" ends it', async () => {
    await popup.getByText('Pause everywhere').click();
    await popup.getByRole('button', { name: '1 hour' }).click();
    await popup
      .getByText(/^Matinee is paused until/)
      .first()
      .waitFor();
    await popup.getByRole('button', { name: 'Resume' }).click();
    await popup
      .getByText(/^Matinee is paused until/)
      .first()
      .waitFor({ state: 'detached' });
  });

  test('home shows the widgets of the real service', async () => {
    await popup.getByRole('tab', { name: 'Up next' }).click();
    await popup.locator('.home section h2').first().waitFor();
    expect(await popup.getByRole('alert').count()).toBe(0);
    await popup.close();
  });

  test('two open options pages show the same settings without a reload', async () => {
    const [one, two] = await Promise.all([
      stage.chromium.openPage('src/options/index.html#/scrobbling'),
      stage.chromium.openPage('src/options/index.html#/scrobbling'),
    ]);
    await one.getByRole('switch', { name: 'Record episodes' }).click();
    await two.getByRole('switch', { name: 'Record episodes', checked: false }).waitFor();
    await two.getByRole('switch', { name: 'Record episodes' }).click();
    await one.getByRole('switch', { name: 'Record episodes', checked: true }).waitFor();
    await Promise.all([one.close(), two.close()]);
  });

  test('a site that is turned on gets its access, and its switch stays on', async () => {
    await stage.chromium.approveHosts(['https://*/*']);
    const page = await stage.chromium.openPage('src/options/index.html#/sites');
    await page.getByLabel('Search').fill('mubi');
    // By its name: the list is filtered a moment after the search is typed.
    await page.getByRole('switch', { name: 'MUBI' }).click();
    await page.getByRole('switch', { name: 'MUBI', checked: true }).waitFor();
    await page.close();
  });

  test('the activity lists each update with the answer of the tracker', async () => {
    const page = await stage.chromium.openPage('src/options/index.html#/activity');
    await page
      .locator('.activity summary')
      .filter({ hasText: /Sintel.*Accepted/s })
      .first()
      .waitFor();
    await page.close();
  });

  test('a backup has no token and can be imported; a broken one changes nothing', async () => {
    const page = await stage.chromium.openPage('src/options/index.html#/data');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save backup' }).click();
    const backup = JSON.parse(await readFile(await (await coming).path(), 'utf8')) as Backup;
    expect(JSON.stringify(backup)).not.toMatch(/access_token|Bearer|sk_/);
    const put = (content: string) =>
      page
        .getByLabel('Backup file')
        .setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    const before = await readStorage(stage.chromium, 'local', 'settings');
    await put(JSON.stringify({ version: 999 }));
    await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
    expect(await readStorage(stage.chromium, 'local', 'settings')).toEqual(before);
    await put(JSON.stringify(backup));
    await page.getByText('There’s nothing to restore.').waitFor();
    await put(JSON.stringify({ ...backup, settings: { ...(backup.settings as object), interval: 600 } }));
    await page.getByRole('button', { name: 'Restore selected' }).click();
    await page.getByText('Backup restored.').waitFor();
    await page.close();
  });

  test('signing out is shown in every view, and the tracker refuses the key from then on', async () => {
    const [token = ''] = /mt_[\w-]+/.exec(await storedText(stage.chromium)) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => (await fetch(`${stage.service.baseUrl}/dashboard`, { headers })).status;
    expect(await ask()).toBe(200);
    const page = await stage.chromium.openPage('src/options/index.html#/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await waitFor('the end of the key', async () => (await ask()) === 401);
    await page.close();
  });
});
