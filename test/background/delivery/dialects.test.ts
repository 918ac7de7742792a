import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolve } from '../../../src/background/delivery/resolver';
import type { Item } from '../../../src/core/media/item';
import type { Media } from '../../../src/core/media/media';
import { isRecord } from '../../../src/core/values/is-record';
import {
  openPage,
  sintel,
  startWorker,
  type Fault,
  type WorkerUnderTest,
} from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const film = (title: string, more: Partial<Item> = {}): Item => ({ type: 'movie', title, ...more });
const ask = (item: Item) => resolve(worker.context, { item, readConfidence: 1, duration: 900 });
const asked = () => worker.requests.filter(({ path }) => path.endsWith('/resolve')).map(({ body }) => body);
const descriptions = () => worker.requests.filter(({ path }) => path.endsWith('/openapi.json')).length;

const answer =
  (data: object): Fault =>
  () =>
    Response.json({ success: true, data });
const refusal: Fault = () =>
  Response.json({ error: 'VALIDATION_ERROR', message: 'Invalid identifiers or context' }, { status: 400 });
const absent: Fault = () => Response.json({ error: 'NOT_FOUND', message: 'Not found' }, { status: 404 });
const lighthouse = answer({ type: 'movie', tmdbId: 7, title: 'Der Leuchtturm', matchConfidence: 'high' });
const forgetOffers = () => worker.database.delete('account', 'offers');

describe('what a tracker offers', () => {
  test('is asked once with a sign-in, and the language goes only to a tracker that offers it', async () => {
    await forgetOffers();
    worker.faults.push(absent, lighthouse, lighthouse);
    await ask(film('Der Leuchtturm', { language: 'de-DE' }));
    await ask(film('Der Leuchtturm 2', { language: 'de-DE' }));
    expect([descriptions(), asked().map((body) => isRecord(body) && body['language'])]).toEqual([
      1,
      [undefined, undefined],
    ]);
  });

  test('is known to the next worker, and asked again after a week', async () => {
    await forgetOffers();
    await ask(sintel);
    worker.restart();
    await ask(film('Cosmos Laundromat'));
    expect(descriptions()).toBe(1);
    worker.wait(8 * 86_400);
    await ask(film('Tears of Steel'));
    expect(descriptions()).toBe(2);
  });

  test('stays known while nobody answers', async () => {
    worker.wait(8 * 86_400);
    worker.faults.push(() => Promise.reject(new TypeError('offline')));
    expect(await ask(sintel)).toMatchObject({ state: 'matched' });
  });
});

test('a series is asked for as such, and then its episode', async () => {
  await forgetOffers();
  worker.faults.push(
    absent,
    answer({ type: 'tv', tmdbId: 1396, title: 'Breaking Bad', matchConfidence: 'high' }),
    answer({
      type: 'episode',
      tmdbId: 62_085,
      title: 'Pilot',
      tvShowId: 1396,
      seasonNumber: 1,
      episodeNumber: 1,
    }),
  );
  const item: Item = { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 1 };
  expect(await ask(item)).toMatchObject({
    state: 'matched',
    media: { tmdbId: 1396, id: 62_085, seasonNumber: 1, episodeNumber: 1, title: 'Pilot' },
  });
});

test.each(['medium', 'low'])('an answer of %s confidence waits for a person', async (matchConfidence) => {
  await forgetOffers();
  worker.faults.push(absent, answer({ type: 'movie', tmdbId: 7, title: 'Der Leuchtturm', matchConfidence }));
  expect(await ask(film('Der Leuchtturm'))).toMatchObject({ state: 'review', media: { tmdbId: 7 } });
});

describe('one title keeps no other waiting', () => {
  const watch = async (tabId: number, item: Item) => {
    const page = await openPage(worker, { tabId });
    await page.play(0, 20, { item, duration: 900 }, 10);
  };
  const answering =
    (bad: Fault): Fault =>
    (pass) => {
      const body = worker.requests.at(-1)?.body;
      return isRecord(body) && body['title'] === 'The bad one' ? bad(pass) : pass();
    };

  test('of which the tracker says nothing usable', async () => {
    worker.faults.push(...Array.from({ length: 40 }, () => answering(answer({ type: 'person' }))));
    await watch(1, film('The bad one'));
    await watch(2, sintel);
    const entries = await worker.entries();
    expect(entries.find(({ item }) => item.title === 'The bad one')).toMatchObject({
      match: { state: 'open' },
      trouble: { code: 'malformed' },
    });
    expect((await worker.service.progress()).map(({ media }) => media.title)).toEqual(['Sintel']);
  });

  test('about which the tracker refuses the question: a person sees why, and it is not "unknown"', async () => {
    worker.faults.push(...Array.from({ length: 40 }, () => answering(refusal)));
    await watch(1, film('The bad one'));
    await watch(2, sintel);
    const bad = (await worker.entries()).find(({ item }) => item.title === 'The bad one');
    expect(bad).toMatchObject({ parked: true, trouble: { message: 'Invalid identifiers or context' } });
    expect((await worker.service.progress()).map(({ media }) => media.title)).toEqual(['Sintel']);
  });
});

test('a film that a person marks as watched while it plays is not counted again at its end', async () => {
  const page = await openPage(worker);
  await page.play(0, 120, { item: sintel, duration: 900 }, 10);
  const media: Media = { type: 'movie', tmdbId: 45_745 };
  const mark = { kind: 'watched', plays: 1 } as const;
  // Our tracker has no such operation yet.
  worker.faults.push(answer({}));
  await worker.handlers['tracker.mark']({ media, mark }, { private: false });
  await page.play(120, 860, { item: sintel, duration: 900 });
  await page.leave({ item: sintel, position: 860 });
  await worker.deliver();
  const sent = worker.requests.filter(({ path }) => path.endsWith('/scrobble')).map(({ body }) => body);
  expect(sent.filter((body) => isRecord(body) && Number(body['progress']) > 810)).toEqual([]);
  expect(await worker.entries()).toEqual([]);
});
