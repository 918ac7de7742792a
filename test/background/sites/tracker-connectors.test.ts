import { afterEach, beforeEach, expect, test } from 'vitest';
import { proofOf } from '../../../src/protocol/definition/checked-definition';
import { headOf } from '../../../src/protocol/definition/connector-head';
import type { Definition } from '../../../src/protocol/definition/definition';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const page = { private: false };
const definition = (title: string): Definition => ({
  version: 1,
  id: 'netflix',
  name: 'Netflix',
  hosts: ['www.netflix.com'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ text: title }] } }],
  verified: { date: null, how: 'never' },
});
const checked = (one: Definition) => ({ definition: one, proof: proofOf(one) });
const repaired = definition('h2');
const before = definition('h1');

const take = (trial?: string, stored: object = { definition: checked(repaired), former: checked(before) }) =>
  worker.memory.local.set({
    'tracker-connectors': { netflix: { head: headOf(repaired), ...(trial && { trial }) } },
    'release:netflix': stored,
  });
const hello = async () => (await openPage(worker)).hello;

test('a connector of the tracker counts before the packaged one, and one of the person before it', async () => {
  await take();
  expect(await hello()).toEqual({ kind: 'definition', siteId: 'netflix', definition: repaired });
  const listed = (await worker.handlers['sites.list']({}, page)).filter(({ id }) => id === 'netflix');
  expect(listed).toMatchObject([{ origin: 'tracker' }]);
  await worker.handlers['connectors.save']({ definition: checked(definition('h3')) }, page);
  expect(await hello()).toMatchObject({ definition: definition('h3') });
});

test('on trial a page gets the definition before as well', async () => {
  await take('hash');
  expect(await hello()).toMatchObject({ definition: repaired, former: before });
});

test('one that no check has proved leaves the packaged one', async () => {
  await take('hash', { definition: { definition: repaired, proof: '' } });
  expect(await hello()).toMatchObject({ definition: { name: 'Netflix', version: 1 } });
  expect(await hello()).not.toMatchObject({ definition: repaired });
  expect(await hello()).not.toHaveProperty('former');
});

test('readings on trial are counted, and the second worse one lets the trial be ended', async () => {
  await take('hash');
  const { run, sender } = await openPage(worker);
  let seq = 0;
  const report = (trial: boolean, worse?: string) =>
    worker.handlers.report(
      {
        run,
        seq: seq++,
        cause: 'tick',
        url: 'https://www.netflix.com/watch/1',
        visible: true,
        trial,
        ...(worse !== undefined && { worse }),
      },
      sender,
    );
  const counted = async () =>
    ((await worker.memory.local.get('trials'))['trials'] as Record<string, unknown>)['netflix'];
  await report(true);
  await report(false);
  expect(await counted()).toEqual({ trial: 'hash', good: 1, worse: 1 });
  expect(worker.memory.alarms.has('catalogue')).toBe(false);
  await report(false, 'title1');
  expect(await counted()).toEqual({ trial: 'hash', good: 1, worse: 2, field: 'title1' });
  expect(worker.memory.alarms.has('catalogue')).toBe(true);
  // The next version begins anew.
  await take('other');
  await report(true);
  expect(await counted()).toEqual({ trial: 'other', good: 1, worse: 0 });
});

test('a field that the person repaired lies over the tracker’s connector, and over the one before', async () => {
  await take('hash');
  const mine = definition('.mine');
  const repairs = { netflix: [{ page: 'watch', field: 'title', checked: checked(mine) }] };
  await worker.memory.local.set({ repairs });
  const titles = (one: unknown) => (one as Definition).pages[0]?.item.title;
  const answer = await hello();
  if (answer.kind !== 'definition') throw new Error('no definition');
  expect(titles(answer.definition)).toEqual([{ text: '.mine' }, { text: 'h2' }]);
  expect(titles(answer.former)).toEqual([{ text: '.mine' }, { text: 'h1' }]);
  // The packaged connector has it too, and one of the person has not.
  await worker.memory.local.set({ 'tracker-connectors': {} });
  expect(await hello()).toMatchObject({ siteId: 'netflix' });
  await worker.handlers['connectors.save']({ definition: checked(definition('h3')) }, page);
  expect(await hello()).toMatchObject({ definition: definition('h3') });
});
