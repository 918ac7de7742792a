import { afterEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const DAY = 86_400;
const episode = (episodeNumber: number): Item => ({
  type: 'episode',
  seriesTitle: 'Breaking Bad',
  seasonNumber: 1,
  episodeNumber,
});

/** Plays an episode to its end, and sends nothing. Returns when it passed 90 %, in milliseconds since 1970. */
async function playOffline(item: Item, tabId: number): Promise<number> {
  const page = await openPage(worker, { tabId, url: `https://www.netflix.com/watch/${tabId}` });
  const medium = { item, duration: 2_820, source: `medium-${tabId}` };
  const begin = worker.service.clock.now;
  for (let position = 0; position < 2_790; position += 30) {
    await page.report({ ...medium, position });
    worker.wait(30);
  }
  await page.leave({ ...medium, position: 2_790 });
  return begin + 0.9 * 2_820_000;
}

async function deliverAll(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await worker.deliver();
    worker.wait(5);
  }
}

test('episodes that were seen offline have the time at which they were seen', async () => {
  worker = await startWorker();
  const seen: number[] = [];
  for (const number of [1, 2, 3]) seen.push(await playOffline(episode(number), number));
  worker.wait(3 * DAY);
  await deliverAll();
  const history = await worker.service.history();
  const times = history.map(({ watchedAt }) => Date.parse(watchedAt ?? '')).toReversed();
  expect(times).toHaveLength(3);
  for (const [index, time] of times.entries())
    expect(Math.abs(time - (seen[index] ?? 0))).toBeLessThanOrEqual(60_000);
  const [last] = await worker.service.store.sessions.lastEpisodes(worker.service.owner.id);
  expect(last).toMatchObject({ episodeNumber: 3 });
});

test('a tracker that does not say that it takes the time of an update is not told it, but their order', async () => {
  worker = await startWorker();
  const { defaultBaseUrl: baseUrl } = worker.context;
  const offers = { kind: 'offers' as const, baseUrl, at: worker.service.clock.now, list: [] };
  await worker.database.put('account', offers, 'offers');
  for (const number of [1, 2, 3]) await playOffline(episode(number), number);
  worker.wait(3_600);
  await deliverAll();
  const history = await worker.service.history();
  expect(history.map(({ media }) => media.episodeNumber)).toEqual([3, 2, 1]);
  const [last] = await worker.service.store.sessions.lastEpisodes(worker.service.owner.id);
  expect(last).toMatchObject({ episodeNumber: 3 });
  const bodies = worker.requests.filter(({ path }) => path === '/api/v1/scrobble').map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(body).not.toHaveProperty('age');
});
