import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, storeOwnValues } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startStage, type Stage } from '../support/server/start-stage';
import { appSite } from './workbench-sites';

const host = 'app.hashed.example';
let stage: Stage;
let other: Chromium;
let workbench: Page;
let film: Page;

beforeAll(async () => {
  stage = await startStage({ sites: { [host]: appSite }, grant: [`https://${host}/*`] });
  other = await launchChromium({ sites: stage.sites });
  await signIn(other, stage.service);
});
afterAll(async () => {
  await other.close();
  await stage.close();
});

async function openDraft(): Promise<Page> {
  film = await stage.chromium.context.newPage();
  await film.goto(`https://${host}/watch/880001`);
  await film.locator('video').waitFor();
  const tabId = await stage.chromium.evaluate(
    async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
    film.url(),
  );
  const page = await stage.chromium.openPage(`src/options/index.html#/connectors/new?tab=${tabId}`);
  await page.getByText('Ready', { exact: true }).waitFor();
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('a draft', () => {
  test('saves a page as a case, which passes, and fails when the draft reads something else', async () => {
    workbench = await openDraft();
    await tab(workbench, 'Test cases');
    await workbench.getByRole('button', { name: 'Save page as test case' }).click();
    await workbench.getByText('Passed').waitFor();
    await tab(workbench, 'JSON');
    await workbench.locator('.cm-content').waitFor();
    await tab(workbench, 'Form');
    await workbench.locator('summary', { hasText: 'Series' }).first().click();
    await workbench.getByLabel('Series 1: text').fill('#nothing');
    await tab(workbench, 'Test cases');
    // Another source still finds the value.
    await workbench.getByText('Passed').waitFor();
    await workbench.getByRole('button', { name: 'Undo', exact: true }).first().click();
  });

  test('is the same in both views, and an error in the text is shown with its line', async () => {
    await tab(workbench, 'JSON');
    const editor = workbench.locator('.cm-content');
    await editor.waitFor();
    expect(await editor.textContent()).toContain('"app.hashed.example"');
    await editor.click();
    await workbench.keyboard.press('Control+End');
    await workbench.keyboard.type('x');
    await workbench.getByText(/^Error on line \d+/).waitFor();
    await tab(workbench, 'Form');
    await workbench.getByText('The JSON isn’t valid.').waitFor();
    await workbench.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await workbench.getByRole('heading', { name: 'Matching pages' }).waitFor();
  });

  test('cannot be submitted before it has read a second title, which is noted by itself', async () => {
    await tab(workbench, 'Share');
    const submit = workbench.getByRole('button', { name: 'Submit for review' });
    const check = workbench.getByText('Open another title or episode in the tab');
    await check.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await film.evaluate('window.show(2)');
    await check.waitFor({ state: 'detached' });
    expect(await submit.isDisabled()).toBe(false);
  });

  test('is exported, imported into a new profile, submitted, accepted on the review page, and listed', async () => {
    await tab(workbench, 'Share');
    const download = workbench.waitForEvent('download');
    await workbench.getByRole('button', { name: 'Save to file' }).click();
    const file = await (await download).path();

    const page = await other.openPage('src/options/index.html#/connectors');
    await page.locator('input[type=file]').setInputFiles(file);
    const summary = page.getByRole('region', { name: 'Import file' });
    expect(await summary.textContent()).toContain(`https://${host}/*`);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await tab(page, 'Share');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText('Submitted for review').waitFor();
    await page.getByText('4 submissions left this hour').waitFor();

    const review = await stage.chromium.context.newPage();
    await review.goto(`${stage.service.url}/connectors`);
    await review.getByLabel('Name').fill('ada');
    await review.getByLabel('Password').fill('correct horse');
    await review.getByLabel('Set-up code').fill(await stage.service.store.setUpCode.ensure());
    await review.getByRole('button', { name: 'Create account' }).click();
    await review.goto(`${stage.service.url}/connectors`);
    await review.getByRole('button', { name: 'Accept for everyone' }).click();
    await review.getByRole('heading', { name: 'Accepted (1)' }).waitFor();
    await review.close();

    await page.getByRole('link', { name: 'All connectors' }).click();
    const line = page
      .locator('section', { has: page.getByRole('heading', { name: 'Submitted' }) })
      .getByRole('listitem');
    expect(await line.first().textContent()).toContain('Accepted');
    await page.close();
  });

  test('is refused at the sixth submission of an hour, before it is sent, and stays', async () => {
    await tab(workbench, 'Share');
    const submit = workbench.getByRole('button', { name: 'Submit for review' });
    // One submission came from the other profile: the tracker counts it, the log of this profile does not.
    for (const left of [4, 3, 2, 1]) {
      await submit.click();
      await workbench.getByText(new RegExp(`^${left} submissions? left this hour`)).waitFor();
      // The same connector is submitted once from one page.
      await workbench.getByRole('button', { name: 'Submitted' }).waitFor();
      await workbench.reload();
      await tab(workbench, 'Share');
    }
    await submit.click();
    await workbench.getByText(/^The tracker is limiting requests\. Try again after /).waitFor();
    const times = Array.from({ length: 5 }, () => Date.now());
    await storeOwnValues(stage.chromium, { submissions: { times, blockedUntil: 0 } });
    await workbench
      .getByText(/^You’ve reached the limit of five submissions per hour\. Try again after /)
      .first()
      .waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await workbench.reload();
    await workbench.getByRole('heading', { name: host }).waitFor();
  });
});

declare const chrome: {
  readonly tabs: {
    readonly query: (query: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
  };
};
