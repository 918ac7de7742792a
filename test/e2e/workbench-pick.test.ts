import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { appSite } from './workbench-sites';

const host = 'app.hashed.example';
let stage: Stage;
let film: Page;
let workbench: Page;

beforeAll(async () => {
  stage = await startStage({ sites: { [host]: appSite }, grant: [`https://${host}/*`], signedIn: false });
  film = await stage.chromium.context.newPage();
  await film.goto(`https://${host}/watch/880001`);
  const tabId = await waitFor('the tab', () =>
    stage.chromium.evaluate(
      async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
      film.url(),
    ),
  );
  workbench = await stage.chromium.openPage(`src/options/index.html#/connectors/new?tab=${tabId}`);
  await workbench.getByText('Ready', { exact: true }).waitFor();
});
afterAll(() => stage.close());

const isInFront = (page: Page) => page.evaluate(() => document.visibilityState === 'visible');
const point = async () => {
  await workbench.bringToFront();
  await workbench.getByRole('button', { name: 'Pick on page: Series' }).click();
  await expect.poll(() => isInFront(film)).toBe(true);
  // The outline of the picker is the last element of the page.
  await waitFor('the outline', () =>
    film.evaluate(() => document.documentElement.lastElementChild?.localName === 'div'),
  );
};

describe('picking on the page from the workbench', () => {
  test('shows the page, offers sources for the clicked element, and uses the chosen one first', async () => {
    await point();
    const box = await film.locator('h1').boundingBox();
    await film.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await workbench.getByText('Ways to read “Breaking Bad”').waitFor();
    await expect.poll(() => isInFront(workbench)).toBe(true);
    const proposal = workbench.locator('button.proposal').filter({ hasText: 'text: h1' });
    await proposal.click();
    await expect.poll(() => workbench.getByText('Ways to read').count()).toBe(0);
    await workbench.locator('summary', { hasText: 'Series' }).first().click();
    expect(await workbench.getByLabel('Series 1: text').inputValue()).toBe('h1');
    await workbench.getByText('Ready', { exact: true }).waitFor();
  });

  test('is cancelled with Escape, and nothing has changed', async () => {
    await point();
    await film.keyboard.press('Escape');
    await expect.poll(() => isInFront(workbench)).toBe(true);
    await workbench.getByRole('button', { name: 'Pick on page: Series' }).getByText('Pick on page').waitFor();
    expect(await workbench.getByText('Ways to read').count()).toBe(0);
  });
});

declare const chrome: {
  readonly tabs: {
    readonly query: (query: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
  };
};
