import { afterEach, expect, test, vi } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { listActivity } from '../../../src/background/state/activity-log';
import { MOST_UNWRITTEN_CHANGES, unwrittenChangesStore } from '../../../src/background/state/unwritten';
import { storageTroubleStore } from '../../../src/platform/storage/stores';
import { breakStorage, fillDisk } from '../support/break-storage';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const tears: Item = { type: 'movie', title: 'Tears of Steel', year: 2012 };

const deliver = async () => worker.runDelivery();

/** Alarms, a minute apart. */
async function ring(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await deliver();
    worker.wait(60);
  }
}

const playPart = async (tabId: number, item: Item, from = 0): Promise<void> =>
  (await openPage(worker, { tabId })).playPart(item, from);

const countOf = (path: string) => worker.requests.filter((one) => one.path.endsWith(path)).length;
const asked = () => countOf('/matinee/resolve');
const posted = () => countOf('/scrobble');
const stored = async () =>
  (await worker.service.progress())
    .map(({ media, progress }) => [media.title, progress] as const)
    .sort(([a], [b]) => String(a).localeCompare(String(b)));

test('where answers, notes and the activity cannot be written, everything is sent, once', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  await playPart(2, tears);
  const repair = breakStorage(worker, 'QuotaExceededError', ['matches', 'activity']);
  await ring(5);
  expect(await stored()).toEqual([
    ['Sintel', 14],
    ['Tears of Steel', 14],
  ]);
  expect([asked(), posted()]).toEqual([2, 2]);
  expect(await storageTroubleStore.get()).toBe('storage-full');
  repair();
  await deliver();
  expect((await listActivity(worker.context, undefined, 9)).map(({ answer }) => answer)).toEqual([
    'accepted',
    'accepted',
  ]);
  expect(await worker.database.count('matches')).toBe(4);
  expect(await storageTroubleStore.get()).toBeUndefined();
});

test('on a full disk what was accepted is not sent again, and its title not asked for again', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  await playPart(2, tears);
  const repair = fillDisk(worker);
  await ring(5);
  expect(await stored()).toEqual([
    ['Sintel', 14],
    ['Tears of Steel', 14],
  ]);
  expect([asked(), posted()]).toEqual([2, 2]);
  expect(await worker.handlers['outbox.list']({}, { private: false })).toEqual([]);
  repair();
  await deliver();
  expect(await worker.entries()).toEqual([]);
  expect(await unwrittenChangesStore.get()).toEqual([]);
  expect([asked(), posted()]).toEqual([2, 2]);
  expect(await storageTroubleStore.get()).toBeUndefined();
});

test('a film whose end was accepted on a full disk is one viewing, and an update that came later is not lost', async () => {
  worker = await startWorker();
  const film = await openPage(worker);
  await film.report({ position: 0 });
  worker.wait(2);
  await film.report({ position: 2 });
  for (let position = 120; position <= 840; position += 120) {
    worker.wait(120);
    await film.report({ position });
  }
  await playPart(2, tears);
  const repair = fillDisk(worker);
  await ring(3);
  await film.leave({ position: 890 });
  await playPart(2, tears, 200);
  await ring(3);
  repair();
  await ring(2);
  expect((await worker.service.history()).map(({ media: { title } }) => title)).toEqual(['Sintel']);
  expect(await stored()).toEqual([
    ['Sintel', 840],
    ['Tears of Steel', 214],
  ]);
  expect(await worker.entries()).toEqual([]);
});

test('a title that the tracker does not know is asked for once, and again when its time has come', async () => {
  worker = await startWorker();
  await playPart(1, { type: 'movie', title: 'Nobody knows this film', year: 2001 });
  fillDisk(worker);
  await ring(20);
  expect(asked()).toBe(1);
  await ring(30);
  expect(asked()).toBe(2);
});

test('an update that is refused on a full disk is not sent again', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  await deliver();
  await playPart(1, sintel, 100);
  const before = posted();
  fillDisk(worker);
  worker.faults.push(() => Response.json({ error: 'FORBIDDEN', message: '' }, { status: 403 }));
  await ring(5);
  expect(posted() - before).toBe(1);
});

test('a tracker that is to be left alone is, also on a full disk', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  await playPart(2, tears);
  fillDisk(worker);
  worker.faults.push(() => new Response(null, { status: 503, headers: { 'retry-after': '1800' } }));
  await ring(20);
  expect(worker.requests).toHaveLength(1);
});

test('a token that is refused on a full disk is tried ever more seldom', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  fillDisk(worker);
  const refused = () => Response.json({ error: 'UNAUTHORIZED', message: '' }, { status: 401 });
  worker.faults.push(...Array.from({ length: 60 }, () => refused));
  await ring(60);
  expect(worker.requests.length).toBeLessThan(20);
});

test('on a full disk the position of a later viewing at another site stays', async () => {
  worker = await startWorker();
  await playPart(1, { ...sintel, title: 'Sintel (film)', ids: { tmdb: 45_745 } });
  worker.wait(60);
  await playPart(2, sintel, 100);
  const repair = fillDisk(worker);
  await ring(3);
  expect(await stored()).toEqual([['Sintel', 114]]);
  expect(await worker.handlers['outbox.list']({}, { private: false })).toEqual([]);
  repair();
  await deliver();
  expect(await worker.entries()).toEqual([]);
});

test('an entry with which something goes wrong does not hold up the others', async () => {
  worker = await startWorker();
  await playPart(1, tears);
  await playPart(2, sintel);
  const newest = (await worker.entries()).find(({ item }) => item.title === 'Sintel');
  const getKey = worker.database.getKey.bind(worker.database) as (...of: unknown[]) => Promise<unknown>;
  vi.spyOn(worker.database, 'getKey').mockImplementation((async (...of: unknown[]) => {
    if (of[1] === newest?.id) throw new Error('Broken by the test.');
    return getKey(...of);
  }) as never);
  await expect(deliver()).rejects.toThrow('Broken by the test.');
  expect(await stored()).toContainEqual(['Tears of Steel', 14]);
  expect(worker.memory.alarms.has('outbox')).toBe(true);
});

test('what is kept in memory is written a minute later, without a person and while nobody is signed in', async () => {
  worker = await startWorker({ signedIn: false });
  const repair = breakStorage(worker, 'QuotaExceededError', ['outbox']);
  await playPart(1, sintel);
  await deliver();
  expect(worker.memory.alarms.has('outbox')).toBe(true);
  repair();
  await deliver();
  expect(await worker.entries()).toHaveLength(1);
});

test('nothing of what is kept in memory outlives an erasure', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  const repair = breakStorage(worker, 'QuotaExceededError', ['outbox', 'matches', 'activity']);
  await ring(2);
  repair();
  await worker.handlers['account.sign-out']({ remove: true }, { private: false });
  const kept = [...worker.memory.session.values.keys()].filter((key) => key.startsWith('unwritten'));
  expect(kept).toEqual([]);
});

test('on a full disk a queue is sent to its end, although all of it is still there', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  const [first] = await worker.entries();
  if (first === undefined) throw new Error('no entry');
  const numbers = Array.from({ length: 25 }, (_, index) => index);
  for (const number of numbers)
    await worker.put({
      ...first,
      id: `session-${number}`,
      item: { type: 'movie', title: `Film ${number}` },
      match: {
        state: 'matched',
        media: { type: 'movie', title: `Film ${number}`, tmdbId: 900_000 + number },
        confidence: 1,
        by: 'person',
      },
      createdAt: first.createdAt - number,
      updatedAt: first.updatedAt - number,
    });
  fillDisk(worker);
  await ring(3);
  expect(posted()).toBe(26);
});

test('what could not be noted any more is not sent', async () => {
  worker = await startWorker();
  await playPart(1, sintel);
  fillDisk(worker);
  const change = { kind: 'outdated', updatedAt: 0 } as const;
  await unwrittenChangesStore.set(
    Array.from({ length: MOST_UNWRITTEN_CHANGES }, (_, index) => ({ id: `session-${index}`, change })),
  );
  await ring(2);
  expect(worker.requests).toEqual([]);
});

test('on a full disk an obsolete position, which cannot be removed, holds up nothing and is not sent', async () => {
  worker = await startWorker();
  await playPart(1, tears);
  await playPart(2, tears, 200);
  await playPart(3, sintel);
  fillDisk(worker);
  await ring(3);
  expect(await stored()).toEqual([
    ['Sintel', 14],
    ['Tears of Steel', 214],
  ]);
  expect(posted()).toBe(2);
});
