import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCinema } from '../demo/cinema';
import { readStorage, tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { finishedDraft, readDrafts, storeDrafts } from './workbench-drafts';

const host = 'cinema.matinee.test';
const cinema = createCinema();
let stage: Stage;
let list: Page;

beforeAll(async () => {
  stage = await startStage({
    sites: { [host]: (request) => cinema.fetch(request) },
    grant: [`https://${host}/*`],
  });
  await storeDrafts(stage.chromium, finishedDraft);
  list = await stage.chromium.openPage('src/options/index.html#/connectors');
});
afterAll(() => stage.close());

/** A row of one of the lists, by the heading of the list and the name in the row. */
const line = (heading: string, name: string) =>
  list
    .locator('section', { has: list.getByRole('heading', { name: heading, exact: true }) })
    .getByRole('listitem')
    .filter({ hasText: name });
const mine = async () => Object.keys((await readStorage(stage.chromium, 'local', 'own-connectors')) ?? {});
const siteOf = (wanted: (view: Awaited<ReturnType<typeof tabViews>>[number]) => boolean) =>
  waitFor('the site of the tab', async () =>
    (await tabViews(stage.chromium)).find((view) => view.host === host && wanted(view)),
  );
/** Turns a site off and on again, where all sites are listed. */
async function turnOffAndOn(name: string, hasEnded: () => Promise<unknown>): Promise<void> {
  const sites = await stage.chromium.openPage('src/options/index.html#/sites');
  await sites.getByLabel('Search').fill('cinema');
  const power = sites.getByRole('switch', { name: `Record on ${name}` });
  await power.click();
  await hasEnded();
  await power.click();
  await sites.getByRole('switch', { name: `Record on ${name}`, checked: true }).waitFor();
  await sites.close();
}

/** In a message: the editor has another one, for its text. */
const undo = () => list.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();

describe('a built-in connector', () => {
  test('is turned off and on again, which takes effect in the open tab at once', async () => {
    const film = await stage.chromium.context.newPage();
    await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
    await siteOf(({ siteName, item }) => siteName === 'Matinee Cinema' && item?.title === 'Sintel');
    await turnOffAndOn('Matinee Cinema', () => siteOf(({ status }) => status.kind === 'site-off'));
    await siteOf(({ status, item }) => status.kind !== 'site-off' && item?.title === 'Sintel');
    await film.close();
  });

  test('is duplicated as an own connector, which then reads the open tabs', async () => {
    const film = await stage.chromium.context.newPage();
    await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
    await siteOf(({ siteName, item }) => siteName === 'Matinee Cinema' && item?.title === 'Sintel');

    await list.bringToFront();
    await list.getByLabel('Search').fill('cinema');
    await line('Built-in', 'Matinee Cinema').getByRole('button', { name: 'Duplicate' }).click();
    await list.getByRole('heading', { name: 'Matinee Cinema' }).waitFor();
    await list.getByLabel('General: name').fill('My Cinema');
    await list.getByRole('heading', { name: 'My Cinema' }).waitFor();
    await list.getByRole('button', { name: 'Use connector' }).click();
    await list.getByText('Connector in use: My Cinema').waitFor();
    await siteOf(({ siteName }) => siteName === 'My Cinema');

    await list.getByRole('link', { name: 'All connectors' }).click();
    await line('Your connectors', 'My Cinema').waitFor();
    await list.getByLabel('Search').fill('cinema');
    await line('Built-in', 'Matinee Cinema').getByText('Replaced by yours').waitFor();
    // It is listed as an own connector, and not as a draft too.
    expect(await line('Drafts', 'My Cinema').count()).toBe(0);
  });
});

describe('an own connector', () => {
  test('is turned off and on again, which takes effect in the open tab at once', async () => {
    await turnOffAndOn('My Cinema', () => siteOf(({ status }) => status.kind === 'site-off'));
    await siteOf(({ status, siteName }) => status.kind !== 'site-off' && siteName === 'My Cinema');
  });

  test('is removed, so that the built-in one reads again, and is restored by undo', async () => {
    await line('Your connectors', 'My Cinema').getByRole('button', { name: 'Remove' }).click();
    await list.getByText('Removed: My Cinema').waitFor();
    await siteOf(({ siteName }) => siteName === 'Matinee Cinema');
    // Its edited text is still there, as a draft.
    await line('Drafts', 'My Cinema').waitFor();
    await undo();
    await list.getByText('Undone.').waitFor();
    await line('Your connectors', 'My Cinema').waitFor();
    await siteOf(({ siteName }) => siteName === 'My Cinema');
  });

  test('that replaced an older version is reset to the older version by undo', async () => {
    await line('Your connectors', 'My Cinema').getByRole('button', { name: 'Edit' }).click();
    await list.getByLabel('General: name').fill('My Second Cinema');
    await list.getByRole('button', { name: 'Use connector' }).click();
    await list.getByText('Connector in use: My Second Cinema').waitFor();
    await siteOf(({ siteName }) => siteName === 'My Second Cinema');
    await undo();
    await siteOf(({ siteName }) => siteName === 'My Cinema');
    await list.getByRole('link', { name: 'All connectors' }).click();
  });
});

describe('a draft', () => {
  test('is removed and restored by undo, with its cases', async () => {
    await line('Drafts', 'Taught Site').getByRole('button', { name: 'Remove' }).click();
    await waitFor(
      'the draft to be removed',
      async () => (await readDrafts(stage.chromium))[finishedDraft.key] === undefined,
    );
    await undo();
    await line('Drafts', 'Taught Site').waitFor();
    expect((await readDrafts(stage.chromium))[finishedDraft.key]).toEqual(finishedDraft);
  });

  test('is saved as a file and imported from it as another draft, which stays off', async () => {
    await line('Drafts', 'Taught Site').getByRole('link', { name: 'Edit' }).click();
    await list.getByRole('tab', { name: 'Share' }).click();
    const download = list.waitForEvent('download');
    await list.getByRole('button', { name: 'Save to file' }).click();
    expect((await download).suggestedFilename()).toBe('taught.matinee.json');
    const file = await (await download).path();
    await list.getByRole('link', { name: 'All connectors' }).click();
    await line('Drafts', 'Taught Site').getByRole('button', { name: 'Remove' }).click();
    await waitFor(
      'the draft to be removed',
      async () => (await readDrafts(stage.chromium))[finishedDraft.key] === undefined,
    );

    const before = await mine();
    await list.locator('input[type=file]').setInputFiles(file);
    await list
      .getByRole('region', { name: 'Import file' })
      .getByText('https://www.taught.example/*')
      .waitFor();
    await list.getByRole('button', { name: 'Save as draft' }).click();
    await list.getByRole('heading', { name: 'Taught Site' }).waitFor();
    // The editor is drawn before the draft is stored.
    const read = await waitFor('the draft to be stored', async () =>
      Object.values(await readDrafts(stage.chromium)).find(({ text }) => text.includes('"taught"')),
    );
    expect(read).toMatchObject({ text: finishedDraft.text, cases: finishedDraft.cases });
    expect(await mine()).toEqual(before);
  });

  test('is not imported from an invalid file, and the page shows the errors', async () => {
    await list.getByRole('link', { name: 'All connectors' }).click();
    const text = JSON.stringify({
      ...(JSON.parse(finishedDraft.text) as object),
      pages: [{ kind: 'watch', match: { path: '^/(a+)+$' }, item: { title: [{ text: 'h1' }] } }],
    });
    await list
      .locator('input[type=file]')
      .setInputFiles({ name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    const summary = list.getByRole('region', { name: 'Import file' });
    await summary.getByText('This file isn’t a valid connector:').waitFor();
    expect(await summary.textContent()).toContain('pages[0].match.path');
    expect(await summary.getByRole('button', { name: 'Save as draft' }).count()).toBe(0);
    await summary.getByRole('button', { name: 'Cancel' }).click();
  });
});
