import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const watch = async (item: Item, duration: number) => {
  const page = await openPage(worker);
  await page.play(0, 20, { item, duration }, 10);
};
const asked = () => worker.requests.filter(({ path }) => path.endsWith('/matinee/resolve')).length;
const sent = async () => (await worker.service.progress()).map(({ media }) => media.tmdbId);

describe('a page that states the id of its film', () => {
  const item: Item = { ...sintel, ids: { tmdb: 45_745 } };

  test('is not sent where it shows a clip, and nobody is asked', async () => {
    await watch(item, 60);
    expect([await sent(), await worker.entries()]).toEqual([[], []]);
  });

  test('is held where a clip was seen to its end before the length of the film was known', async () => {
    const page = await openPage(worker);
    for (let position = 0; position < 480; position += 10) {
      await page.report({ item, duration: 480, position });
      worker.wait(10);
    }
    await page.leave({ item, duration: 480, position: 479 });
    await worker.deliver();
    expect(await sent()).toEqual([]);
    expect((await worker.entries())[0]?.match).toMatchObject({
      state: 'review',
      media: { tmdbId: 45_745, runtime: 900 },
      evidence: [{ kind: 'id' }, { kind: 'runtime-clip' }],
    });
  });

  test('is sent where the film is a short one', async () => {
    await watch(item, 900);
    expect([await sent(), asked()]).toEqual([[45_745], 1]);
  });

  test('is sent without a question where the video is as long as a film', async () => {
    await watch(item, 3_000);
    expect([await sent(), asked()]).toEqual([[45_745], 0]);
  });

  test('is held where it states the IMDb id of another film', async () => {
    await watch({ ...item, ids: { tmdb: 45_745, imdb: 'tt1254207' } }, 900);
    expect(await sent()).toEqual([]);
    expect((await worker.entries())[0]?.match).toMatchObject({
      state: 'review',
      evidence: expect.arrayContaining([{ kind: 'id-differs' }]) as unknown,
    });
  });

  test('is sent where the tracker does not know the id, and the page states the length', async () => {
    await watch({ ...item, ids: { tmdb: 999_999_999 }, runtime: 60 }, 60);
    expect(await sent()).toEqual([999_999_999]);
  });
});

describe('a page that states two ids of its series', () => {
  const item = { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 2 } as const;

  test('is sent where they are those of one series', async () => {
    await watch({ ...item, ids: { tmdb: 1396, imdb: 'tt0903747' } }, 2_800);
    expect([await sent(), asked()]).toEqual([[1396], 1]);
  });

  test('is held where they are those of two', async () => {
    await watch({ ...item, ids: { tmdb: 1396, imdb: 'tt3032476' } }, 2_800);
    expect(await sent()).toEqual([]);
    expect((await worker.entries())[0]?.match).toMatchObject({ state: 'review' });
  });
});

test('a title whose length grows while the tracker does not know it is matched by its whole length', async () => {
  worker.faults.push(() => Response.json({ error: 'NOT_FOUND', message: 'Not known.' }, { status: 404 }));
  const page = await openPage(worker);
  await page.play(0, 30, { item: sintel, duration: 500 }, 5);
  await page.play(30, 850, { item: sintel, duration: 900 });
  await page.leave({ item: sintel, position: 850 });
  worker.wait(3_600);
  await worker.deliver();
  expect((await worker.entries()).map(({ match }) => match.state)).not.toContain('review');
  expect((await worker.service.history()).length).toBe(1);
});

test('a title that is unknown is asked for once, also after the clock was set back by a day', async () => {
  await watch({ type: 'movie', title: 'No film has this name' }, 3_000);
  worker.service.clock.now -= 26 * 3_600_000;
  const before = asked();
  await worker.deliver();
  await worker.deliver();
  expect(asked() - before).toBe(1);
});
