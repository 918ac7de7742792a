import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeAccount } from '../../../src/service/relay/sink-account';
import type { SinkKind } from '../../../src/service/store/sink';
import { answerJson, historyOf, type ReceivedRequest } from './sink-servers';
import { startRelayTest, type RelayTest } from './start-relay-test';

let service: RelayTest;
beforeEach(async () => {
  service = await startRelayTest();
});
afterEach(() => service.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const turnOn = (id: string) => service.store.relay.pull(service.owner.id, id, true);
const imports = () => service.store.imports.list(service.owner.id);
const titles = async () => (await service.history()).map(({ media }) => media['tmdbId'] ?? media['tvShowId']);
const ago = (ms: number) => new Date(service.clock.now - ms).toISOString();

async function lookNow(id: string): Promise<void> {
  await service.store.relay.pullNow(service.owner.id, id);
  service.wait(400);
  await service.look();
}

const film = (id: number, watchedAt: string) => ({
  type: 'movie',
  id,
  title: `Film ${String(id)}`,
  watchedAt,
});
const page = (data: readonly object[]) => ({ success: true, data, pagination: { page: 1, totalPages: 1 } });

/** A tracker of the documented form; `answers` come first, one for each request. */
async function startDocumented(items: object[], answers: [number, Record<string, string>?][] = []) {
  const requests: string[] = [];
  const address = await service.listen(({ url, key }, response) => {
    requests.push(url);
    const [status, headers] = answers.shift() ?? [key === 'Bearer sk_1' ? 200 : 401];
    if (status !== 200) return void response.writeHead(status, headers).end('{}');
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (pathname === '/sync/last_activities') return answerJson(response, 404, { error: 'NOT_FOUND' });
    const type = searchParams.get('type');
    return answerJson(response, 200, page(items.filter((item) => 'type' in item && item.type === type)));
  });
  const id = await service.addSink('api-v1', address, 'sk_1');
  await turnOn(id);
  return { id, requests };
}

test('429 is waited for as long as it says, and does not hold up what is sent', async () => {
  const { id, requests } = await startDocumented([], [[429, { 'retry-after': '900' }]]);
  await service.look();
  expect(await service.sinkOf(id)).toMatchObject({ trouble: null, pullTrouble: 'busy' });
  await service.watchFilm(1);
  service.wait(800);
  await service.look();
  expect(requests.slice(1), 'the viewing only').toEqual(['/history']);
  service.wait(200);
  await service.look();
  expect(await service.sinkOf(id)).toMatchObject({ pullTrouble: null, pullFailures: 0 });
  expect(requests.length).toBeGreaterThan(3);
});

test('an error, an answer of another form and one without end are tried again later', async () => {
  const endless = await service.listen((_, response) => {
    const send = () => {
      while (!response.destroyed && response.write(' '.repeat(1_000_000)));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  const ids = [
    (await startDocumented([], [[502]])).id,
    await service.addSink('api-v1', await service.listen((_, r) => answerJson(r, 200, { data: [] })), 'sk_1'),
    await service.addSink('api-v1', endless, 'sk_1'),
  ];
  for (const id of ids) await turnOn(id);
  await service.look();
  for (const id of ids)
    expect(await service.sinkOf(id)).toMatchObject({
      trouble: null,
      pullTrouble: 'failing',
      pullFailures: 1,
    });
});

test('a key that may send but not read goes on sending, and is asked again in an hour', async () => {
  const { viewings, answer } = historyOf();
  const address = await service.listen((request, response) =>
    request.method === 'GET' ? answerJson(response, 403, {}) : answer(request, response),
  );
  const id = await service.addSink('api-v1', address, 'sk_1');
  await turnOn(id);
  await service.look();
  const pullAt = service.clock.now + HOUR_MS;
  expect(await service.sinkOf(id)).toMatchObject({ trouble: null, pullTrouble: 'refused', pullAt });
  service.wait(60);
  await service.watchFilm(1);
  await service.settle([id]);
  expect(viewings).toMatchObject([{ id: 1 }]);
});

test('a viewing that may have arrived waits for the person where the key may not ask', async () => {
  const { viewings, answer } = historyOf(() =>
    viewings.length === 0 ? { when: 'after', status: 0 } : undefined,
  );
  const address = await service.listen((request, response) =>
    request.method === 'GET' ? answerJson(response, 403, {}) : answer(request, response),
  );
  const id = await service.addSink('api-v1', address, 'sk_1');
  service.wait(1);
  await service.watchFilm(1);
  await service.look();
  service.wait(400);
  await service.watchFilm(2);
  await service.settle([id]);
  expect(await service.sinkOf(id)).toMatchObject({ trouble: null });
  expect(await service.countsOf(id)).toMatchObject({ sent: 1, refused: 1 });
  expect(viewings.filter((one) => one['id'] === 1)).toHaveLength(1);
});

test('the documented form: a series by its id or by its name, and no guess where neither is stated', async () => {
  const episode = (rest: object) => ({
    type: 'episode',
    title: 'A Series',
    seasonNumber: 1,
    episodeNumber: 2,
    watchedAt: '2026-01-10T20:00:00Z',
    ...rest,
  });
  await startDocumented([
    film(1, '2026-01-10T20:00:00Z'),
    episode({ id: 1396, episodeId: 62_085 }),
    episode({ id: 62_086, tvShowId: 1397 }),
    episode({ id: 62_087, episodeId: 62_087 }),
    { type: 'episode', id: 5 },
  ]);
  await service.look();
  const [record] = await imports();
  expect(record).toMatchObject({ rows: 4, unread: 1 });
  const rows = await service.store.imports.rows(service.owner.id, record?.id ?? '', 'ready', 10);
  expect(rows.map(({ media }) => media)).toEqual(['movie:1', 'episode:1396:1:2', 'episode:1397:1:2']);
});

test.each(['count', 'store', 'remove'] as const)(
  'what a killed process has left at "%s" is gone on with by the next one',
  async (step) => {
    const items = [film(1, ago(DAY_MS))];
    const { id } = await startDocumented(items);
    await service.look();
    const { imports: store } = service.store;
    await service.call('POST', `/matinee/imports/${String((await imports())[0]?.id)}/store`);
    if (step === 'remove') await service.call('POST', '/history', { body: film(2, ago(HOUR_MS)) });
    items.push(film(2, ago(HOUR_MS)));
    const real = store[step];
    Object.assign(store, { [step]: () => Promise.reject(new Error('killed')) });
    await service.store.relay.pullNow(service.owner.id, id);
    service.wait(30);
    await expect(service.look()).rejects.toThrow('killed');
    Object.assign(store, { [step]: real });
    expect((await service.sinkOf(id)).pullImport).not.toBeNull();
    service.wait(400);
    await service.look();
    expect(await titles()).toEqual([2, 1]);
    expect(await service.sinkOf(id)).toMatchObject({ pullImport: null });
    expect((await imports()).map(({ state }) => state)).not.toContain('storing');
  },
);

test('a process that is killed while it notes what it has read loses none of it', async () => {
  const items: object[] = [];
  const { id } = await startDocumented(items);
  await service.look();
  items.push(...Array.from({ length: 150 }, (_, n) => film(n + 1, ago(HOUR_MS * (n + 1)))));
  const { relay } = service.store;
  const real = { ...relay };
  // The first of two transactions arrives.
  Object.assign(relay, {
    take: async (...[sink, taken, next]: Parameters<typeof relay.take>) => {
      await real.take(sink, taken.slice(0, 100), { ...next, cursor: sink.pullCursor ?? '' });
      throw new Error('killed');
    },
  });
  await relay.pullNow(service.owner.id, id);
  service.wait(30);
  await expect(service.look()).rejects.toThrow('killed');
  Object.assign(relay, real);
  await lookNow(id);
  expect(await titles()).toHaveLength(150);
});

test('a page that is none is no end of the list: all of it is asked for again', async () => {
  let broken = '<html>';
  const pages = (request: ReceivedRequest) =>
    Number(new URL(request.url, 'http://x').searchParams.get('page'));
  const address = await service.listen((request, response) => {
    const watched_at = ago(HOUR_MS);
    if (request.url === '/sync/last_activities')
      return answerJson(response, 200, { movies: { watched_at }, episodes: { watched_at } });
    if (request.url.includes('/episodes')) return answerJson(response, 200, []);
    const page = pages(request);
    response.setHeader('x-pagination-page-count', '3');
    if (page === 2 && broken !== '') return void response.end(broken);
    const movie = { title: `Film ${String(page)}`, year: 2000, ids: { tmdb: page } };
    answerJson(response, 200, [{ id: page, watched_at: ago(DAY_MS * (60 + page)), movie }]);
  });
  const id = await service.addSink('trakt', address, writeAccount({ clientId: 'c', access: 't' }));
  await turnOn(id);
  for (broken of ['<html>', '{}', '{"data":{}}', '[1]']) {
    await lookNow(id);
    expect(await service.sinkOf(id)).toMatchObject({ pullTrouble: 'failing', pullCursor: null });
  }
  broken = '';
  await lookNow(id);
  expect(await imports()).toMatchObject([{ rows: 3 }]);
});

test('what could not be read is not taken for absent: it is not sent a second time', async () => {
  const { viewings, answer } = historyOf(() =>
    viewings.length === 0 ? { when: 'after', status: 0 } : undefined,
  );
  let isBroken = true;
  const address = await service.listen((request, response) =>
    request.method === 'GET' && isBroken ? void response.end('<html>') : answer(request, response),
  );
  const id = await service.addSink('api-v1', address, 'sk_1');
  service.wait(1);
  await service.watchFilm(1);
  await service.look();
  service.wait(400);
  await service.look();
  expect(await service.sinkOf(id)).toMatchObject({ trouble: 'failing' });
  isBroken = false;
  await service.settle([id]);
  expect(viewings).toHaveLength(1);
});

test('Simkl: episodes without a time of their own come once, however often their series goes on', async () => {
  let episodes: object[] = [{ number: 1 }];
  let last = ago(100 * HOUR_MS);
  let all = ago(5 * HOUR_MS);
  const address = await service.listen(({ url }, response) => {
    const path = new URL(url, 'http://x').pathname;
    if (path === '/sync/activities') return answerJson(response, 200, { all });
    if (/movies|anime/.test(path)) return answerJson(response, 200, null);
    const show = { title: 'A Series', year: 2000, ids: { tmdb: '1396' } };
    const seasons = [{ number: 1, episodes }];
    answerJson(response, 200, { shows: [{ last_watched_at: last, status: 'watching', show, seasons }] });
  });
  const id = await service.addSink('simkl', address, writeAccount({ clientId: 'c', access: 't' }));
  await turnOn(id);
  await service.look();
  await service.call('POST', `/matinee/imports/${String((await imports())[0]?.id)}/store`);
  for (const number of [2, 3]) {
    [all, last] = [ago(HOUR_MS), ago(2 * HOUR_MS)];
    episodes = [...episodes, number === 2 ? { number } : { number, watched_at: last }];
    await lookNow(id);
  }
  const seen = (await service.history()).map(({ media }) => media['episodeNumber']);
  expect(new Set(seen)).toEqual(new Set([1, 2, 3]));
  expect(seen).toHaveLength(3);
  expect((await service.history())[0]).toMatchObject({ media: { episodeNumber: 3 }, watchedAt: last });
  expect(await imports()).toMatchObject([{ added: 1 }, { added: 1 }, { added: 1 }]);
});

test('a cursor that is no time is no reason to stop', async () => {
  let history = '5-etag';
  const items = [film(1, ago(2 * HOUR_MS))];
  const address = await service.listen(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const isList = pathname !== '/sync/last_activities';
    const data = isList ? (searchParams.get('type') === 'movie' ? items : []) : { history };
    answerJson(response, 200, { success: true, data });
  });
  const id = await service.addSink('api-v1', address, 'sk_1');
  await turnOn(id);
  await service.look();
  expect(await imports()).toMatchObject([{ rows: 1 }]);
  history = '6-etag';
  items.unshift(film(2, ago(HOUR_MS)));
  await lookNow(id);
  expect(await service.sinkOf(id)).toMatchObject({ pullTrouble: null, pullCursor: '6-etag' });
  expect(await titles()).toEqual([2]);
});

test('what came from one tracker with API v1 goes to another one where the past is asked for', async () => {
  const { id: from } = await startDocumented([film(1, ago(DAY_MS))]);
  await service.look();
  await service.call('POST', `/matinee/imports/${String((await imports())[0]?.id)}/store`);
  const { viewings, answer } = historyOf();
  const to = await service.addSink('api-v1', await service.listen(answer), 'sk_1');
  for (const id of [from, to])
    await service.store.relay.sendPast(service.owner.id, id, { from: 0, to: service.clock.now });
  service.wait(30);
  await service.settle([from, to]);
  expect(viewings).toMatchObject([{ id: 1 }]);
  expect(await service.countsOf(from)).toMatchObject({ sent: 0, waiting: 0 });
});

describe('a tracker that never ends', () => {
  const start = async (kind: SinkKind, next: (page: number) => object[]) => {
    let count = 0;
    const address = await service.listen(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      const isAbsent = pathname === '/sync/last_activities' || pathname.startsWith('/matinee/');
      if (isAbsent) return answerJson(response, 404, {});
      count += 1;
      answerJson(response, 200, { data: next(Number(searchParams.get('page'))) });
    });
    const id = await service.addSink(kind, address, 'sk_1');
    await turnOn(id);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({
      trouble: null,
      pullTrouble: 'failing',
      pullCursor: null,
    });
    expect(await imports()).toEqual([]);
    return count;
  };
  const full = (page: number, rest: object) =>
    Array.from({ length: 100 }, (_, n) => ({ ...film(page * 100 + n, ago(HOUR_MS)), ...rest }));

  test('is read for 64 million characters at most', async () => {
    const rest = { text: 'x'.repeat(19_000) };
    expect(await start('api-v1', (page) => full(page, rest))).toBeLessThan(36);
  });

  test('is read for 200,000 entries at most', async () => {
    const rows = (page: number) => Array.from({ length: 50_000 }, (_, n) => ({ n: page * 50_000 + n }));
    expect(await start('api-v1', rows)).toBe(5);
  });

  test('of ours, is read for 200,000 viewings at most, and not one that is cut off', async () => {
    let count = 0;
    const address = await service.listen(({ url }, response) => {
      const { pathname } = new URL(url, 'http://x');
      if (pathname !== '/matinee/history') return answerJson(response, 404, {});
      const watchedAt = new Date(service.clock.now - HOUR_MS).toISOString();
      const items = Array.from({ length: 10_000 }, () => ({ watchedAt }));
      answerJson(response, 200, { data: { items, next: String((count += 1)) } });
    });
    const id = await service.addSink('api-v1', address, 'sk_1');
    await turnOn(id);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ pullTrouble: 'failing', pullCursor: null });
    expect([count, await imports()]).toEqual([21, []]);
  });

  test('is asked for three minutes at most, which is shorter than the claim of the look', async () => {
    const asked = await start('api-v1', (page) => {
      service.wait(10);
      return full(page, {});
    });
    expect(asked).toBe(19);
  });
});
