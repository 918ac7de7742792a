import { afterEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { createBuiltInCatalogue } from '../../../src/service/catalogue/built-in/create-catalogue';
import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { openPage, startWorker, type PageSample, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

/** The built-in catalogue, in which each title lasts this long; `undefined`: it states no length. */
function lasting(runtime: number | undefined): Catalogue {
  const builtIn = createBuiltInCatalogue();
  return {
    ...builtIn,
    resolve: async (request) =>
      (await builtIn.resolve(request)).map(({ runtime: _known, ...title }) =>
        runtime === undefined ? title : { ...title, runtime },
      ),
  };
}

const metropolis: Item = { type: 'movie', title: 'Metropolis', year: 1927 };
const filmSeconds = 9_180;
const episode: Item = { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 1 };

const history = async () => (await worker.service.history()).map(({ media }) => media.title);
const places = async () =>
  (await worker.service.progress()).map(({ progress, duration }) => [progress, duration]);
const questions = async () =>
  (await worker.entries()).filter(({ match }) => match.state === 'review').map(({ item }) => item);

/** Plays a medium to its end. */
async function playOut(
  page: Awaited<ReturnType<typeof openPage>>,
  seconds: number,
  sample: PageSample = {},
): Promise<void> {
  const medium = { duration: seconds, source: `medium-${seconds}`, ...sample };
  await page.play(0, seconds, medium, 7.5);
  await page.report({ ...medium, position: seconds, state: 'ended', cause: 'end' });
  await worker.deliver();
}

describe.each([
  ['states no length', undefined],
  ['states the length of the film', filmSeconds],
] as const)('a page of a film, whose tracker %s', (_, runtime) => {
  const start = async () => {
    worker = await startWorker({ catalogue: lasting(runtime) });
    return openPage(worker);
  };

  test.each([61, 75, 95, 124, 150, 240, 355, 370, 420, 600])(
    'is not watched by its trailer of %d s',
    async (seconds) => {
      const page = await start();
      await playOut(page, seconds, { item: metropolis });
      worker.wait(1_200);
      await page.leave({ item: metropolis, position: seconds, duration: seconds, state: 'ended' });
      await worker.deliver();
      expect([await history(), await places()]).toEqual([[], []]);
    },
  );

  test('asks nothing where trailers are opened and closed', async () => {
    const page = await start();
    for (const seconds of [61, 95, 124, 240, 600]) {
      await page.play(0, 30, { item: metropolis, duration: seconds, source: `trailer-${seconds}` }, 7.5);
      await page.leave({ item: metropolis, duration: seconds, source: `trailer-${seconds}`, position: 31 });
      await worker.deliver();
    }
    expect([await history(), await places(), await worker.entries()]).toEqual([[], [], []]);
  });

  test.each([60, 290])('is not watched by an advertisement of %d s before it', async (seconds) => {
    const page = await start();
    await playOut(page, seconds, { item: metropolis });
    worker.wait(70);
    const film = { item: metropolis, duration: filmSeconds, source: 'film' };
    await page.play(0, 600, film, 30);
    expect(await history()).toEqual([]);
    await page.play(600, filmSeconds, film, 120);
    expect(await history()).toEqual(['Metropolis']);
    expect(await questions()).toEqual([]);
  });

  test('is not resumed as watched after its trailer was seen to its end', async () => {
    const page = await start();
    await playOut(page, 124, { item: metropolis });
    await page.leave({ item: metropolis, position: 124, duration: 124, state: 'ended' });
    worker.wait(3_600);
    const next = await openPage(worker);
    const film = { item: metropolis, duration: filmSeconds, source: 'film' };
    await next.play(6_000, filmSeconds, film, 60);
    await next.leave({ ...film, position: filmSeconds, state: 'ended' });
    await worker.deliver();
    expect(await history()).toEqual(['Metropolis']);
  });
});

describe('a short title', () => {
  const short = { duration: 300, source: 'short' };
  const watch = async (item: Item) => {
    const page = await openPage(worker);
    await page.play(0, 298, { item, ...short }, 7.5);
    await page.leave({ item, ...short, position: 299 });
    await worker.deliver();
  };

  test('counts by the length that the tracker states', async () => {
    worker = await startWorker({ catalogue: lasting(310) });
    await watch(metropolis);
    expect([await history(), await questions()]).toEqual([['Metropolis'], []]);
  });

  test('counts by the length that its page states', async () => {
    worker = await startWorker({ catalogue: lasting(undefined) });
    await watch({ ...metropolis, runtime: 310 });
    expect([await history(), await questions()]).toEqual([['Metropolis'], []]);
  });

  test('waits where nothing states a length; once confirmed, the next episode counts by it', async () => {
    worker = await startWorker({ catalogue: lasting(undefined) });
    await watch(episode);
    expect([await history(), await questions()]).toEqual([[], [episode]]);
    const [entry] = await worker.entries();
    await worker.handlers['outbox.accept']({ id: entry?.id ?? '' }, { private: false });
    await worker.deliver();
    expect(await worker.service.history()).toHaveLength(1);
    await watch({ ...episode, episodeNumber: 2 });
    expect(await worker.service.history()).toHaveLength(2);
    expect(await questions()).toEqual([]);
  });

  test('counts where a person says so while it plays', async () => {
    worker = await startWorker({ catalogue: lasting(undefined) });
    const page = await openPage(worker);
    await page.play(0, 120, { item: metropolis, ...short }, 7.5);
    await worker.handlers['tab.scrobble-now']({ tabId: 1 }, { private: false });
    await worker.deliver();
    expect(await history()).toEqual(['Metropolis']);
  });
});

test('counts where a person has corrected it, also from a film that is far longer', async () => {
  worker = await startWorker({ catalogue: lasting(filmSeconds) });
  const page = await openPage(worker);
  const short = { item: metropolis, duration: 400, source: 'short' };
  await page.play(0, 120, short, 7.5);
  await worker.deliver();
  const media = { type: 'movie', tmdbId: 45_745, title: 'Sintel' } as const;
  await worker.handlers['corrections.set']({ of: { tabId: 1 }, scope: 'item', media }, { private: false });
  await page.play(120, 398, short, 7.5);
  await worker.deliver();
  expect([await history(), await questions()]).toEqual([['Sintel'], []]);
});

describe('an episode that the player loads in five media', () => {
  const act = (number: number) => ({ item: episode, source: `act-${number}` });
  const watchActs = async (runtime: number | undefined, acts: number) => {
    worker = await startWorker({ catalogue: lasting(runtime) });
    const page = await openPage(worker);
    for (let number = 1; number <= acts; number += 1) await playOut(page, 540, act(number));
    await page.leave({ ...act(acts), position: 540, duration: 540, state: 'ended' });
    await worker.deliver();
  };

  test('is one viewing with the places of the whole', async () => {
    await watchActs(2_700, 5);
    expect([await history(), await questions()]).toEqual([['Breaking Bad'], []]);
    expect((await worker.service.progress()).map(({ duration }) => duration)).toEqual([2_700]);
  });

  test('is not watched after the first', async () => {
    await watchActs(2_700, 1);
    expect([await history(), await places(), await questions()]).toEqual([[], [], []]);
  });

  test('has its place after the third', async () => {
    await watchActs(2_700, 3);
    expect([await history(), await places()]).toEqual([[], [[1_620, 2_700]]]);
  });
});
