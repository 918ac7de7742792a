import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeAccount } from '../../../src/service/relay/sink-account';
import type { SinkKind } from '../../../src/service/store/sink';
import { store, upload } from '../import-file';
import { startTest } from '../service-under-test';
import { createFakeTrakt } from './fake-trakt';
import { answerJson, historyOf, listenAs, type ReceivedRequest } from './sink-servers';
import { startRelayTest, type RelayTest } from './start-relay-test';

let service: RelayTest;
beforeEach(async () => {
  service = await startRelayTest();
});
afterEach(() => service.close());

const HOUR = 3600;

/** Brings in what is there, and answers whether somebody has to look at it. */
async function lookAnew(id: string): Promise<void> {
  await service.store.relay.pullNow(service.owner.id, id);
  service.wait(30);
  await service.look();
  const { pullTrouble } = await service.sinkOf(id);
  expect(pullTrouble).toBeNull();
}

const turnOn = (id: string) => service.store.relay.pull(service.owner.id, id, true);
const imports = () => service.store.imports.list(service.owner.id);
const titles = async () => (await service.history()).map(({ media }) => media['tmdbId'] ?? media['tvShowId']);

async function decide(state: 'storing' | 'undoing', nth = 0): Promise<void> {
  const cookie = await service.signedIn();
  const id = (await imports())[nth]?.id ?? '';
  const path = `/import/${id}`;
  await (await service.app.request(path, { headers: { cookie } })).text();
  await service.post(`${path}/${state === 'storing' ? 'store' : 'undo'}`, {}, { cookie });
  await (await service.app.request(path, { headers: { cookie } })).text();
}

/** A tracker with something in it, and how it is told that its person watches something. */
interface There {
  readonly id: string;
  readonly requests: () => readonly string[];
  /** A film at a time, as the person of that tracker marks it there. */
  readonly watchThere: (tmdbId: number, at: string) => void | Promise<unknown>;
}

const KINDS: Readonly<Partial<Record<SinkKind, () => Promise<There>>>> = {
  trakt: startTrakt,
  simkl: startSimkl,
  'api-v1': startOther,
};

async function startTrakt(): Promise<There> {
  const trakt = createFakeTrakt({ now: () => service.clock.now });
  const requests: string[] = [];
  const address = await service.listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    trakt.answer(request, response);
  });
  const secret = writeAccount({ clientId: 'client-1', access: trakt.grant(), refresh: 'none' });
  const id = await service.addSink('trakt', address, secret);
  return {
    id,
    requests: () => requests,
    watchThere: (tmdb, watched_at) => trakt.watch({ tmdb }, watched_at),
  };
}

/** By "Sync guide" and "Get all items": a title once; the activities come first, then what has changed since. */
async function startSimkl(): Promise<There> {
  const films = new Map<number, { at: string; changed: string }>();
  const requests: string[] = [];
  const now = () => new Date(service.clock.now).toISOString();
  const writeSchema = z.strictObject({
    movies: z.array(z.strictObject({ ids: z.object({ tmdb: z.int() }), watched_at: z.optional(z.string()) })),
  });
  let wasAsked = false;
  const answer = ({ method, url, key, body }: ReceivedRequest) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (key !== 'Bearer token-1' || searchParams.get('client_id') !== 'simkl-1') return { status: 401 };
    if (pathname === '/sync/activities') {
      wasAsked = true;
      const all =
        [...films.values()]
          .map(({ changed }) => changed)
          .toSorted()
          .at(-1) ?? null;
      return { status: 200, body: { all, movies: { all, completed: all }, tv_shows: { all: null } } };
    }
    if (method === 'POST') {
      for (const { ids, watched_at: at = now() } of z.parse(writeSchema, body).movies)
        if (pathname === '/sync/history') films.set(ids.tmdb, { at, changed: now() });
        else films.delete(ids.tmdb);
      return { status: 201, body: { added: {}, not_found: { movies: [], shows: [], episodes: [] } } };
    }
    // "If you don't follow these rules, your client_id will be suspended."
    if (!wasAsked) return { status: 412 };
    wasAsked = pathname !== '/sync/all-items/' && pathname !== '/sync/all-items/anime';
    const since = searchParams.get('date_from') ?? '';
    const isFull =
      searchParams.get('extended') === 'full' && searchParams.get('episode_watched_at') === 'yes';
    if (!isFull || !/^\/sync\/all-items\/(?:movies|shows|anime|)$/.test(pathname)) return { status: 400 };
    const movies = [...films]
      .filter(([, { changed }]) => changed > since)
      .map(([tmdb, { at }]) => ({
        added_to_watchlist_at: at,
        last_watched_at: at,
        user_rated_at: null,
        user_rating: 8,
        status: 'completed',
        movie: { title: `Film ${String(tmdb)}`, year: 2000, ids: { simkl: tmdb + 1, tmdb: String(tmdb) } },
      }));
    return { status: 200, body: movies.length === 0 || /shows|anime/.test(pathname) ? null : { movies } };
  };
  const address = await service.listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status, body = {} } = answer(request) as { status: number; body?: unknown };
    answerJson(response, status, body);
  });
  const id = await service.addSink(
    'simkl',
    address,
    writeAccount({ clientId: 'simkl-1', access: 'token-1' }),
  );
  const watchThere = (tmdb: number, at: string) => void films.set(tmdb, { at, changed: now() });
  return { id, requests: () => requests, watchThere };
}

/** Another tracker of ours, whose API v1 is the real one. */
async function startOther() {
  const other = await startTest();
  const requests: string[] = [];
  const server = await listenAs(({ method, url, key, body }, response) => {
    requests.push(`${method} ${url}`);
    other.clock.now = service.clock.now;
    const path = url.replace('/api/v1', '');
    const headers = { authorization: key };
    const sent = method === 'POST' ? { body } : {};
    void other
      .call(method, path, { key: undefined, headers, ...sent })
      .then(({ status, body: answered }) => answerJson(response, status, answered));
  });
  closing.push(server.close, () => other.close());
  const id = await service.addSink('api-v1', `${server.url}/api/v1`, other.sk);
  const watchThere = (tmdbId: number, watchedAt: string) => {
    other.clock.now = service.clock.now;
    return other.call('POST', '/history', { body: { type: 'movie', id: tmdbId, watchedAt } });
  };
  const importThere = async (file: string, name: string) => {
    await store(other, (await upload(other, file, name))['id']);
  };
  return { id, requests: () => requests, watchThere, importThere };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.each(Object.entries(KINDS))('%s', (_, start) => {
  test('nothing is asked before the person has chosen it', async () => {
    const { id, requests, watchThere } = await start();
    await watchThere(1, '2026-01-10T20:00:00Z');
    service.wait(1);
    await service.watchFilm(9);
    await service.settle([id]);
    expect(requests().filter((line) => line.startsWith('GET'))).toEqual([]);
    expect(await titles()).toEqual([9]);
  });

  test('the past waits for the person; what comes later is there at once, each once, and is undone', async () => {
    const { id, requests, watchThere } = await start();
    await watchThere(1, '2026-01-10T20:00:00Z');
    await watchThere(2, '2026-01-11T20:00:00Z');
    await turnOn(id);
    await service.look();
    expect(await titles()).toEqual([]);
    expect(await imports()).toMatchObject([{ rows: 2, unread: 0 }]);
    await decide('storing');
    expect(await titles()).toEqual([2, 1]);
    service.wait(HOUR + 30);
    await watchThere(3, new Date(service.clock.now - 60_000).toISOString());
    await service.look();
    expect(await titles()).toEqual([3, 2, 1]);
    expect(await imports()).toMatchObject([
      { state: 'stored', added: 1 },
      { state: 'stored', added: 2 },
    ]);
    const asked = requests().length;
    service.wait(600);
    await service.look();
    expect(requests(), 'at most once an hour').toHaveLength(asked);
    await decide('undoing');
    expect(await titles()).toEqual([2, 1]);
    await watchThere(4, new Date(service.clock.now - 60_000).toISOString());
    await lookAnew(id);
    expect(await titles(), 'what was undone stays so').toEqual([4, 2, 1]);
  });

  test('what was sent there does not come back, also after it was removed here', async () => {
    const { id, watchThere } = await start();
    await turnOn(id);
    await service.look();
    service.wait(60);
    await service.watchFilm(7);
    await service.settle([id]);
    await watchThere(8, new Date(service.clock.now - 60_000).toISOString());
    await lookAnew(id);
    expect(await titles()).toEqual([7, 8]);
    expect(await imports()).toMatchObject([{ added: 1 }]);
    for (const { id: viewing } of await service.history())
      await service.call('DELETE', `/matinee/history/${viewing}`);
    service.wait(30);
    await service.look();
    await watchThere(10, new Date(service.clock.now - 60_000).toISOString());
    await lookAnew(id);
    expect(await titles()).toEqual([10]);
  });

  test('a viewing that was removed here stays so where the other side keeps its title', async () => {
    const { id, watchThere } = await start();
    await turnOn(id);
    await service.look();
    await service.watchFilm(7);
    await service.settle([id]);
    service.wait(86_400);
    await service.scrobble({ type: 'movie', progress: 5, duration: 100, tmdbId: 7 });
    service.wait(60);
    await service.watchFilm(7);
    await service.settle([id]);
    const [rewatch] = await service.history();
    expect(await titles()).toEqual([7, 7]);
    await service.call('DELETE', `/matinee/history/${String(rewatch?.id)}`);
    service.wait(30);
    await service.look();
    // Something of the same title is changed there, so that all of it is read again.
    await watchThere(7, String(rewatch?.watchedAt));
    await watchThere(8, '2026-01-10T20:00:00Z');
    await lookAnew(id);
    expect(await titles()).toEqual([7, 8]);
  });

  test('what came from there never goes back, nor elsewhere by itself', async () => {
    const { id, requests, watchThere } = await start();
    await turnOn(id);
    await service.look();
    await watchThere(5, new Date(service.clock.now - 60_000).toISOString());
    await lookAnew(id);
    expect(await titles()).toEqual([5]);
    await service.store.relay.sendPast(service.owner.id, id, { from: 0, to: service.clock.now });
    service.wait(60);
    await service.look();
    expect(await service.countsOf(id)).toMatchObject({ waiting: 0, sent: 0 });
    expect(requests().filter((line) => line.startsWith('POST') && line.includes('history'))).toEqual([]);
  });

  test('turned off, it is not asked; turned on again, the past waits for the person anew', async () => {
    const { id, requests, watchThere } = await start();
    await watchThere(1, '2026-01-10T20:00:00Z');
    await turnOn(id);
    await service.look();
    await decide('undoing');
    await service.store.relay.pull(service.owner.id, id, false);
    const asked = requests().length;
    service.wait(2 * HOUR);
    await service.look();
    expect(requests()).toHaveLength(asked);
    await turnOn(id);
    service.wait(30);
    await service.look();
    expect(await imports()).toMatchObject([{ rows: 1 }]);
    expect(await titles()).toEqual([]);
  });
});

describe('another tracker of ours', () => {
  test('tells every viewing, also several of one title', async () => {
    const { id, watchThere } = await startOther();
    await turnOn(id);
    await service.look();
    for (const day of ['10', '11', '12']) await watchThere(5, `2026-01-${day}T20:00:00Z`);
    await lookAnew(id);
    expect(await titles()).toEqual([5, 5, 5]);
    await watchThere(5, '2026-01-13T20:00:00Z');
    await lookAnew(id);
    expect(await titles()).toEqual([5, 5, 5, 5]);
  });

  test('says what was watched at some time: it is none beside a viewing of the film', async () => {
    const { id, importThere } = await startOther();
    const films = '2024-02-16,Sintel,2010,x\n2024-02-16,Big Buck Bunny,2008,y\n';
    await importThere(`Date,Name,Year,Letterboxd URI\n${films}`, 'watched.csv');
    const watchedAt = Date.UTC(2024, 0, 1);
    await service.store.viewings.put(service.owner.id, 'own-viewing', {
      ids: { type: 'movie', tmdbId: 45_745 },
      position: { progress: 95, duration: 100 },
      startedAt: watchedAt,
      watchedAt,
    });
    await turnOn(id);
    await service.look();
    await decide('storing');
    const said = (await service.history()).map((entry) => ({
      tmdbId: entry.media['tmdbId'],
      isUndated: 'isUndated' in entry,
    }));
    expect(said).toEqual([
      { tmdbId: 10_378, isUndated: true },
      { tmdbId: 45_745, isUndated: false },
    ]);
  });
});

/** Two accounts at one place, of which the first one has brought in a film. */
async function pulledFromOne() {
  const [one, two] = [historyOf(), historyOf()];
  const address = await service.listen((request, response) => {
    const account = request.key === 'Bearer sk_2' ? two : one;
    if (request.url.includes('/matinee/') || request.url.includes('activities'))
      return void response.writeHead(404).end('{}');
    account.answer({ ...request, key: 'Bearer sk_1' }, response);
  });
  const first = await service.addSink('api-v1', address, 'sk_1');
  const second = await service.addSink('api-v1', address, 'sk_2');
  await turnOn(first);
  await service.look();
  one.viewings.push({ type: 'movie', id: 5, watchedAt: '2026-01-15T19:00:00.000Z' });
  await lookAnew(first);
  expect(await titles()).toEqual([5]);
  return { one, two, address, first, second };
}

test('what is brought in from one account goes to another one at the same place, not back', async () => {
  const { one, two, first, second } = await pulledFromOne();
  for (const id of [first, second])
    await service.store.relay.sendPast(service.owner.id, id, { from: 0, to: service.clock.now });
  service.wait(60);
  await service.settle([first, second]);
  expect([one.viewings.length, two.viewings.length]).toEqual([1, 1]);
});

test('an account that is removed and added again with another key is not sent what came from it', async () => {
  const { address, first, second } = await pulledFromOne();
  await service.store.relay.remove(service.owner.id, first);
  const again = await service.addSink('api-v1', address, 'sk_3');
  await service.store.relay.sendPast(service.owner.id, again, { from: 0, to: service.clock.now });
  service.wait(60);
  await service.settle([again, second]);
  expect(await service.countsOf(again)).toMatchObject({ sent: 0, waiting: 0 });
});
