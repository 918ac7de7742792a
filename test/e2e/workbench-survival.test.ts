import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { waitFor } from '../support/wait-for';
import { withCdp } from '../support/browser/cdp';
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

const storedText = async () => (await readDrafts(chromium))[finishedDraft.key]?.text ?? '';
const nameIn = async (page: Page) => page.getByLabel('General: name');

describe('a draft survives', () => {
  test('a tab that is closed right after the last letter', async () => {
    const page = await openDraft(chromium, finishedDraft.key);
    await (await nameIn(page)).fill('Closed at once');
    await page.close({ runBeforeUnload: true });
    await expect.poll(storedText).toContain('"Closed at once"');
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

  test('a crash of the browser', { timeout: 60_000 }, async () => {
    const page = await openDraft(chromium, finishedDraft.key, 'JSON');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' half a word');
    await waitFor('the draft in the storage', async () => (await storedText()).includes('half a word'));
    const pid = await withCdp(chromium.context, async (cdp) => {
      const { processInfo } = (await cdp.send('SystemInfo.getProcessInfo')) as {
        processInfo: readonly { type: string; id: number }[];
      };
      return processInfo.find(({ type }) => type === 'browser')?.id;
    });
    if (pid === undefined) throw new Error('the browser has no process');
    const gone = new Promise((resolve) => {
      chromium.context.once('close', resolve);
    });
    process.kill(pid, 'SIGKILL');
    await gone;

    chromium = await launchChromium({ profile });
    expect(await storedText()).toContain('half a word');
    const again = await openDraft(chromium, finishedDraft.key);
    await again.getByText('The JSON isn’t valid.').waitFor();
    await again.getByRole('tab', { name: 'JSON' }).click();
    await expect.poll(() => again.locator('.cm-content').textContent()).toContain('half a word');
    await again.close();
  });
});
