import { afterEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const pair: Item = {
  type: 'episode',
  seriesTitle: 'Breaking Bad',
  seasonNumber: 1,
  episodeNumber: 3,
  lastEpisodeNumber: 4,
};

/** The numbers of the episodes in the history, and the state of what is not sent. */
async function watch(item: Item, minutes: number) {
  worker = await startWorker();
  const page = await openPage(worker, { tabId: 1 });
  await page.play(0, minutes * 60 - 5, { item, duration: minutes * 60 }, 60);
  await page.leave({ item, position: minutes * 60 - 5 });
  for (let round = 0; round < 3; round += 1) await worker.deliver();
  const history = await worker.service.history();
  return {
    watched: history.map(({ media }) => Number(media.episodeNumber)).toSorted((a, b) => a - b),
    waiting: (await worker.entries()).map(({ match }) => match.state),
  };
}

test('a video as long as two episodes is recorded as both', async () => {
  const { watched, waiting } = await watch(pair, 94);
  expect(watched).toEqual([3, 4]);
  expect(waiting).not.toContain('review');
});

test('a video as long as one of the stated episodes is asked about', async () => {
  const { watched, waiting } = await watch(pair, 47);
  expect(watched).toEqual([]);
  expect(waiting).toEqual(['review']);
});

test('a video of two episodes is asked about where the tracker has only the first', async () => {
  const { watched, waiting } = await watch({ ...pair, episodeNumber: 7, lastEpisodeNumber: 8 }, 94);
  expect(watched).toEqual([]);
  expect(waiting).toEqual(['review']);
});

test('an episode alone is one viewing', async () => {
  const { lastEpisodeNumber: _, ...single } = pair;
  expect((await watch(single, 47)).watched).toEqual([3]);
});
