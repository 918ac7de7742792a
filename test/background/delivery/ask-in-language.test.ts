import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { isRecord } from '../../../src/core/values/is-record';
import { resolve } from '../../../src/background/delivery/resolver';
import { startWorker, type Fault, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const film = (title: string): Item => ({ type: 'movie', title, language: 'de-DE' });
const ask = (item: Item) => resolve(worker.context, { item, readConfidence: 1, duration: 900 });

const known: Fault = () =>
  Response.json({ success: true, data: { type: 'movie', tmdbId: 7, title: 'Der Leuchtturm' } });
const refusal: Fault = () =>
  Response.json({ error: 'VALIDATION_ERROR', message: 'language: unknown field' }, { status: 400 });

/** The languages of the questions so far; `none` for a question without one. */
const asked = () =>
  worker.requests
    .filter(({ path }) => path.endsWith('/media/resolve'))
    .map(({ body }) => (isRecord(body) ? (body['language'] ?? 'none') : 'no body'));

test('the language of the page goes with the question', async () => {
  worker.faults.push(known);
  expect(await ask(film('Der Leuchtturm'))).toMatchObject({ state: 'matched', media: { tmdbId: 7 } });
  expect(asked()).toEqual(['de']);
});

test('a tracker that refuses the language is asked again without it, and then only without it', async () => {
  worker.faults.push(refusal, known, known);
  expect(await ask(film('Der Leuchtturm'))).toMatchObject({ state: 'matched' });
  expect(await ask(film('Der Leuchtturm 2'))).toMatchObject({ state: 'review' });
  expect(asked()).toEqual(['de', 'none', 'none']);
});

test('the refusal is known to the next worker, and forgotten after 30 days', async () => {
  worker.faults.push(refusal, known);
  await ask(film('Der Leuchtturm'));
  worker.restart();
  worker.faults.push(known);
  await ask(film('Nebel'));
  worker.wait(31 * 86_400);
  worker.faults.push(known);
  await ask(film('Sturm'));
  expect(asked()).toEqual(['de', 'none', 'none', 'de']);
});

test('a question that is refused either way is no refusal of the language', async () => {
  worker.faults.push(refusal, refusal, known);
  expect(await ask(film('Der Leuchtturm'))).toMatchObject({ state: 'unmatched' });
  await ask(film('Nebel'));
  expect(asked()).toEqual(['de', 'none', 'de']);
});
