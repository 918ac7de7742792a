import type { Page } from 'playwright';
import type { DraftRecord } from '../../src/core/workbench/draft-record';
import { readStorage, storeOwnValues } from '../support/browser/drive-extension';
import type { Chromium } from '../support/browser/chromium';

/** A finished draft with a case that passes, as the workbench stores it. */
export const finishedDraft: DraftRecord = {
  key: 'finished',
  text: `${JSON.stringify(
    {
      version: 1,
      id: 'taught',
      name: 'Taught Site',
      hosts: ['www.taught.example'],
      pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item: { title: [{ text: 'h1' }] } }],
      verified: { date: null, how: 'a test' },
    },
    undefined,
    2,
  )}\n`,
  cases: [
    {
      name: 'film',
      html: '<!doctype html><h1>The Film</h1>',
      case: {
        about: 'a film',
        covers: 'film',
        url: 'https://www.taught.example/watch/1',
        expect: { page: 'watch', item: { type: 'movie', title: 'The Film' } },
      },
    },
  ],
  changedAt: 1_700_000_000_000,
  seen: ['one', 'another'],
};

/** Stores drafts as the workbench does. */
export async function storeDrafts(chromium: Chromium, ...drafts: readonly DraftRecord[]): Promise<void> {
  await storeOwnValues(chromium, { drafts: Object.fromEntries(drafts.map((draft) => [draft.key, draft])) });
}

export async function readDrafts(chromium: Chromium): Promise<Readonly<Record<string, DraftRecord>>> {
  return ((await readStorage(chromium, 'local', 'drafts')) ?? {}) as Readonly<Record<string, DraftRecord>>;
}

/** Opens a draft in one view of the workbench. */
export async function openDraft(chromium: Chromium, key: string, view?: string): Promise<Page> {
  const page = await chromium.openPage(`src/options/index.html#/connectors/edit/${key}`);
  if (view !== undefined) await page.getByRole('tab', { name: view, exact: true }).click();
  return page;
}
