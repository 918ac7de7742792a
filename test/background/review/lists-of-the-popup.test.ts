import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGallery } from '../../ui/support/states/gallery';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

const ownPage = { private: false };
let worker: WorkerUnderTest;

beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

test('only what is sent again by itself has a next attempt, also while the tracker is not asked', async () => {
  const { lists } = await openGallery();
  expect(lists.outbox.map(({ state, retryAt }) => [state, retryAt !== undefined])).toEqual([
    ['review', false],
    ['unmatched', false],
    ['parked', false],
    ['waiting', true],
  ]);
});

test('the activity says where a title was watched, without what says who watches; not in a private window', async () => {
  await worker.handlers['settings.set']({ privateWindows: true }, ownPage);
  for (const isPrivate of [false, true]) {
    const page = await openPage(worker, {
      tabId: isPrivate ? 2 : 1,
      url: 'https://www.netflix.com/watch/1?trackId=me',
      private: isPrivate,
    });
    const item = { type: 'movie', title: isPrivate ? 'Nosferatu' : 'Sintel' } as const;
    await page.play(0, 30, { item, duration: isPrivate ? 5_700 : 900 }, 10);
  }
  const entries = await worker.handlers['activity.list']({ limit: 10 }, ownPage);
  const pages = new Map(entries.map(({ item, page }) => [item.title, page]));
  expect(pages.get('Sintel')).toBe('https://www.netflix.com/watch/1');
  expect(pages.has('Nosferatu')).toBe(true);
  expect(pages.get('Nosferatu')).toBeUndefined();
});
