import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LogEntry } from '../../../src/core/status/status';
import { openViews, type View, type ViewOptions, type Views } from '../../ui/support/open-view';
import { log, options } from '../../ui/support/scenes';
import { tabTo } from '../../ui/support/tab-to';

let views: Views;
let view: View;

beforeAll(async () => {
  views = await openViews();
});
afterEach(() => view.close());
afterAll(() => views.close());

const advanced = options('advanced');

async function open(change: Partial<ViewOptions> = {}): Promise<Page> {
  view = await views.open({ ...advanced, ...change });
  return view.page;
}

function withLog(answer: unknown): Partial<ViewOptions> {
  return { answers: { ...advanced.answers, 'log.list': answer } };
}

function entries(page: Page) {
  return page.getByRole('region', { name: 'Log' }).getByRole('listitem');
}

async function inputsOf(name: string): Promise<readonly unknown[]> {
  return (await view.sent()).filter((one) => one.name === name).map(({ input }) => input);
}

test('an entry shows its level, event, detail and the name of its site', async () => {
  const page = await open();
  const failed = entries(page).filter({ hasText: 'request-failed' }).first();
  await failed.waitFor();
  for (const part of ['Error', 'network: fetch failed, next try in 4 s', 'Netflix'])
    await expect.poll(() => failed.textContent()).toContain(part);
  expect(await failed.locator('time').getAttribute('datetime')).toBe(
    new Date(log.find(({ event }) => event === 'request-failed')?.at ?? 0).toISOString(),
  );
});

test('older entries are loaded on demand, until there are none', async () => {
  const page = await open();
  await expect.poll(() => entries(page).count()).toBe(100);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => entries(page).count()).toBe(130);
  expect(await inputsOf('log.list')).toEqual([{ limit: 100 }, { limit: 100, before: log[99]?.id }]);
  await expect.poll(() => page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
});

test('"Save as JSON" saves all entries, also those that are not shown', async () => {
  const page = await open();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^matinee-log-\d{4}-\d{2}-\d{2}\.json$/);
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as readonly LogEntry[];
  expect(saved.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
});

test('the log is cleared with the keyboard alone, after a question', async () => {
  const page = await open(withLog(log.slice(0, 3)));
  await tabTo(page, 'Clear log');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Clear the log?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('No entries yet').waitFor();
  await page.getByText('Log cleared.').waitFor();
  expect(await inputsOf('log.clear')).toEqual([{}]);
});

test('without entries the view says so and has no buttons to save or clear', async () => {
  const page = await open(withLog([]));
  await page.getByText('No entries yet').waitFor();
  expect(await page.getByRole('button', { name: 'Clear log' }).count()).toBe(0);
});

test('a failure is shown and can be retried', async () => {
  const page = await open(withLog({ $error: ['unreachable', ''] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => inputsOf('log.list')).toHaveLength(2);
});

test('a long detail wraps: nothing scrolls sideways at 320 pixels', async () => {
  const page = await open({ ...withLog([{ ...log[0], detail: 'x'.repeat(400) }]), width: 320 });
  await entries(page).first().waitFor();
  const { needed, there } = await page.evaluate(() => ({
    needed: document.documentElement.scrollWidth,
    there: document.documentElement.clientWidth,
  }));
  expect(needed).toBeLessThanOrEqual(there);
});
