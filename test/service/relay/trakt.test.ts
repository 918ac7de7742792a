import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askForCode } from '../../../src/service/relay/connect-sink';
import { viaOf } from '../../../src/service/relay/relay-context';
import { writeAccount } from '../../../src/service/relay/sink-account';
import { createFakeTrakt } from './fake-trakt';
import type { ReceivedRequest, Trouble } from './sink-servers';
import { startRelayTest, type RelayTest } from './start-relay-test';

/** `MATINEE_VIEWINGS=10000 npx vitest run --project unit test/service/relay/trakt.test.ts`: so many. */
const VIEWINGS = Number(process.env['MATINEE_VIEWINGS'] ?? 1500);

let service: RelayTest;
beforeEach(async () => {
  service = await startRelayTest();
});
afterEach(() => service.close());

type FakeOptions = Partial<Parameters<typeof createFakeTrakt>[0]>;

async function start(options: FakeOptions = {}) {
  const trakt = createFakeTrakt({ now: () => service.clock.now, ...options });
  const address = await service.listen(trakt.answer);
  return { trakt, address };
}

/** A sink whose code was shown to the person. */
async function askAt(address: string, clientId = 'client-1') {
  const via = viaOf({ store: service.store, fetch, now: () => service.clock.now });
  const account = await askForCode(via, 'trakt', { clientId, address });
  if (account === undefined) return undefined;
  const secret = writeAccount(account);
  return service.store.relay.add(service.owner.id, { kind: 'trakt', address, secret, trouble: 'connecting' });
}

async function connect(options: FakeOptions = {}) {
  const { trakt, address } = await start(options);
  const id = (await askAt(address)) ?? '';
  trakt.state.decision = 'approved';
  await service.look();
  service.wait(1);
  return { trakt, id };
}

describe('signing in', () => {
  test('the code is asked for until the person has agreed, by PKCE and without a client secret', async () => {
    const { trakt, address } = await start();
    const id = (await askAt(address)) ?? '';
    await service.watchFilm(1);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'connecting' });
    await service.look();
    expect(trakt.state.polls, 'not before the interval').toBe(1);
    trakt.state.decision = 'approved';
    service.wait(6);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: null });
    expect(trakt.plays).toHaveLength(0);
    await service.look();
    expect(trakt.plays).toMatchObject([{ movie: { ids: { tmdb: 1 } } }]);
  });

  test('a refusal and a code that is too old wait for the person', async () => {
    const { trakt, address } = await start();
    const first = (await askAt(address)) ?? '';
    trakt.state.decision = 'denied';
    await service.look();
    expect(await service.sinkOf(first)).toMatchObject({ trouble: 'refused', nextAt: null });
    const second = (await askAt(address)) ?? '';
    service.wait(700);
    await service.look();
    expect(await service.sinkOf(second)).toMatchObject({ trouble: 'refused', nextAt: null });
  });

  test('a client id that Trakt does not know makes no sink', async () => {
    const { address } = await start();
    expect(await askAt(address, 'client-2')).toBeUndefined();
  });
});

describe('an evening', () => {
  test('film, episodes, a rewatch, a corrected title and an undo', async () => {
    const { trakt, id } = await connect();
    await service.watchFilm(45_745);
    service.wait(3600);
    await service.watchEpisode(2);
    service.wait(3600);
    await service.watchEpisode(3);
    await service.settle([id]);
    service.wait(86_400);
    await service.scrobble({ type: 'movie', progress: 5, duration: 100, tmdbId: 45_745 });
    service.wait(3600);
    await service.watchFilm(45_745);
    await service.settle([id]);
    expect(trakt.plays).toMatchObject([
      { movie: { ids: { tmdb: 45_745 } }, watched_at: '2026-01-15T20:00:01.000Z' },
      { show: { ids: { tmdb: 1396 } }, episode: { season: 1, number: 2 } },
      { show: { ids: { tmdb: 1396 } }, episode: { season: 1, number: 3 } },
      { movie: { ids: { tmdb: 45_745 } } },
    ]);
    const [rewatch, third, second] = await service.history();
    await service.call('DELETE', `/matinee/history/${String(rewatch?.id)}`);
    await service.call('PUT', `/matinee/history/${String(third?.id)}`, {
      body: {
        type: 'episode',
        tvShowId: 1396,
        seasonNumber: 1,
        episodeNumber: 4,
        watchedAt: String(third?.watchedAt),
        duration: 100,
      },
    });
    await service.call('PATCH', `/matinee/history/${String(second?.id)}`, {
      body: { watchedAt: '2026-01-14T20:00:00Z' },
    });
    service.wait(60);
    await service.settle([id]);
    await service.look();
    const titles = trakt.plays.map(({ episode, movie }) => episode?.number ?? movie?.ids.tmdb ?? 0);
    expect(titles.toSorted((a, b) => a - b)).toEqual([2, 4, 45_745]);
    expect(trakt.plays.find(({ episode }) => episode?.number === 2)).toMatchObject({
      watched_at: '2026-01-14T20:00:00.000Z',
    });
    expect(trakt.problems).toEqual([]);
  });

  test('what plays is told once, and that it stopped; ratings are sent, changed and taken back', async () => {
    const { trakt, id } = await connect();
    const play = (progress: number) =>
      service.scrobble({ type: 'movie', progress, duration: 100, tmdbId: 7 });
    await play(20);
    await service.look();
    service.wait(60);
    await play(40);
    await service.look();
    service.wait(400);
    await service.look();
    expect(trakt.scrobbles).toEqual(['/scrobble/start 20', '/scrobble/pause 40']);
    await play(60);
    service.wait(30);
    await service.look();
    await play(95);
    await service.settle([id]);
    service.wait(30);
    await service.look();
    expect(trakt.scrobbles.slice(2)).toEqual(['/scrobble/start 60']);
    const rate = (rating: number | null) =>
      service.call('PUT', '/matinee/ratings', { body: { type: 'movie', tmdbId: 7, rating } });
    await rate(7.5);
    service.wait(30);
    await service.look();
    expect(trakt.ratings).toEqual([{ movies: [{ ids: { tmdb: 7 }, rating: 8 }] }]);
    await rate(null);
    service.wait(30);
    await service.look();
    expect(trakt.ratings).toEqual([]);
    expect(trakt.problems).toEqual([]);
  });

  test('a title that Trakt does not know is refused, and delays no other', async () => {
    const { trakt, id } = await connect({ unknown: [5] });
    await service.watchFilm(5);
    service.wait(60);
    await service.watchFilm(6);
    await service.settle([id]);
    expect(await service.countsOf(id)).toEqual({ sent: 1, refused: 1, waiting: 0 });
    expect(trakt.plays).toHaveLength(1);
  });
});

describe('trouble', () => {
  test('a token is renewed before its end, and after it was refused', async () => {
    const { trakt, id } = await connect();
    service.wait(8 * 86_400);
    await service.watchFilm(1);
    await service.settle([id]);
    expect((await service.sinkOf(id)).secret).toContain('refresh-2');
    service.wait(86_400);
    trakt.rotate();
    await service.watchFilm(2);
    await service.settle([id]);
    expect((await service.sinkOf(id)).secret).toContain('access-4');
    expect(trakt.plays).toHaveLength(2);
  });

  test('a token for renewing that is not taken any more stops the sink', async () => {
    const { trakt, id } = await connect();
    trakt.rotate();
    const { secret } = await service.sinkOf(id);
    await service.store.relay.saveSecret(await service.sinkOf(id), secret.replace('refresh-1', 'used'));
    service.wait(86_400);
    await service.watchFilm(1);
    await service.look();
    service.wait(60);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'refused', nextAt: null });
  });

  test.each([
    [420, 'full'],
    [426, 'refused'],
  ] as const)('%i stops the sink until the person says so: %s', async (status, trouble) => {
    let isLimited = true;
    const { trakt, id } = await connect({
      trouble: () => (isLimited ? { when: 'before', status } : undefined),
    });
    await service.watchFilm(1);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble, nextAt: null });
    isLimited = false;
    await service.store.relay.sendAgain(service.owner.id, id);
    await service.settle([id]);
    expect(trakt.plays).toHaveLength(1);
  });

  test('409 is what Trakt has already', async () => {
    const { id } = await connect({
      trouble: ({ url }) => (url === '/sync/history' ? { when: 'before', status: 409 } : undefined),
    });
    await service.watchFilm(1);
    await service.settle([id]);
    expect(await service.countsOf(id)).toEqual({ sent: 1, refused: 0, waiting: 0 });
  });

  test(
    'viewings through errors, lost answers, rotated tokens and restarts: none lost or doubled',
    async () => {
      const seed = Date.now() % 2 ** 31;
      const random = randomOf(seed);
      const troubles: readonly Trouble[] = [
        { when: 'before', status: 500 },
        { when: 'after', status: 502 },
        { when: 'before', status: 429, headers: { 'retry-after': '5' } },
        { when: 'after', status: 0 },
        { when: 'before', status: 0 },
      ];
      let restart: AbortController | undefined;
      const trouble = ({ method }: ReceivedRequest): Trouble | undefined => {
        if (random() < 0.02) trakt.rotate({ isNewKept: true });
        if (method === 'POST' && random() < 0.02) restart?.abort();
        return random() < 0.25 ? troubles[Math.floor(random() * troubles.length)] : undefined;
      };
      const { trakt, id } = await connect({ trouble: (request) => trouble(request) });
      for (let film = 1; film <= VIEWINGS; film += 1) {
        service.wait(3600);
        await service.watchFilm(film);
      }
      for (let looks = 0; (await service.countsOf(id)).waiting > 0 && looks < VIEWINGS * 4; looks += 1) {
        restart = new AbortController();
        await service.look(restart.signal);
        service.wait(130);
      }
      expect(await service.sinkOf(id), `seed ${String(seed)}`).toMatchObject({ trouble: null });
      const films = trakt.plays.map(({ movie }) => movie?.ids.tmdb);
      expect(new Set(films).size, `seed ${String(seed)}`).toBe(VIEWINGS);
      expect(films, `seed ${String(seed)}`).toHaveLength(VIEWINGS);
      expect(trakt.problems).toEqual([]);
    },
    VIEWINGS * 160,
  );
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
