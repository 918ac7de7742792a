import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMutex } from '../../src/background/context/context';
import { deliverChanges } from '../../src/background/delivery/deliver-changes';
import { isOurs } from '../../src/service/api/route';
import { OPERATIONS } from '../../src/service/create-api';
import { changesStore } from '../../src/platform/storage/stores';
import { openPage, sintel, startWorker, type WorkerUnderTest } from './support/worker-under-test';

// A tracker that has the documented operations of API v1 alone, and answers each of ours with 404.

const ownPage = { private: false };
const documented = OPERATIONS.filter((one) => !isOurs(one)).map(
  ({ path }) => new RegExp(`^/api/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`),
);
let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
  await worker.database.delete('account', 'offers');
  worker.faults.push(...Array.from({ length: 1_000 }, () => refuseOurs));
});
afterEach(() => worker.close());

function refuseOurs(pass: () => Promise<Response>): Promise<Response> | Response {
  if (documented.some((path) => path.test(worker.requests.at(-1)?.path ?? ''))) return pass();
  const body = { success: false, error: 'NOT_FOUND', message: 'There is nothing at this path' };
  return Response.json(body, { status: 404 });
}

test('records a film, and shows what the tracker has', async () => {
  const page = await openPage(worker);
  await page.play(0, 900);
  expect((await worker.view(page.tabId)).status).toEqual({ kind: 'watched' });
  expect(await worker.service.history()).toMatchObject([{ media: { title: sintel.title } }]);
  expect(await worker.handlers['media.search']({ type: 'movie', title: 'Sintel' }, ownPage)).toHaveLength(1);
  expect(await worker.handlers['tracker.dashboard']({}, ownPage)).toBeDefined();
});

test('a removal stays wanted, the film stays in the history, and nothing is asked again', async () => {
  const page = await openPage(worker);
  await page.play(0, 900);
  const { sessionId = '', media, sent } = await worker.view(page.tabId);
  if (media === undefined || sent === undefined) throw new Error('nothing was recorded');
  const { position, duration, at } = sent;
  const viewing = { id: sessionId, media, position, duration, at };
  await worker.handlers['history.want']({ viewing, media: null }, ownPage);
  const deliver = () => deliverChanges(worker.context, createMutex());
  await deliver();
  const [change] = await changesStore.get();
  expect(change?.trouble).toMatchObject({ code: 'not-found', status: 404 });
  const asked = worker.requests.length;
  worker.wait(3_600);
  await deliver();
  expect(worker.requests.length).toBe(asked);
  expect(await worker.service.history()).toHaveLength(1);
});

test.each([
  ['tracker.widget', { apiUrl: 'https://localhost/api/v1/matinee/statistics' }],
  ['connectors.submitted', {}],
] as const)('%s says that there is nothing, and the next film is recorded', async (name, input) => {
  await expect(worker.handlers[name](input as never, ownPage)).rejects.toMatchObject({ code: 'not-found' });
  const page = await openPage(worker);
  await page.play(0, 900);
  expect(await worker.service.history()).toHaveLength(1);
});
