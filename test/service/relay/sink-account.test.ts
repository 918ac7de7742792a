import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnimeWork } from '../../../src/service/catalogue/anime/anime';
import { askForCode } from '../../../src/service/relay/connect-sink';
import { finishMal, malSignIn, startMal } from '../../../src/service/relay/mal';
import { viaOf } from '../../../src/service/relay/relay-context';
import { writeAccount } from '../../../src/service/relay/sink-account';
import { answerJson, type ReceivedRequest } from './sink-servers';
import { startRelayTest, type RelayTest } from './start-relay-test';

/** One film, a season in one part, and one that the film database counts through and lists have in two. */
const part = (
  kind: 'movie' | 'tv',
  tmdbId: number,
  season: number | undefined,
  list: number,
  begin: string,
) =>
  ({
    kind,
    tmdbId,
    ...(season === undefined ? {} : { season }),
    names: [],
    originalLanguage: 'ja',
    aniListId: list,
    malId: list + 1000,
    begin,
    end: '',
  }) satisfies AnimeWork;
const ANIME = [
  part('movie', 9, undefined, 90, '2016-08-26'),
  part('tv', 20, 1, 200, '2020-01-01'),
  part('tv', 30, 1, 300, '2021-01-01'),
  part('tv', 30, 1, 301, '2021-07-01'),
];
const LENGTHS: Readonly<Record<number, number>> = { 90: 1, 200: 12, 300: 12, 301: 12 };

let service: RelayTest;
beforeEach(async () => {
  service = await startRelayTest(ANIME);
});
afterEach(() => service.close());

const via = () => viaOf({ store: service.store, fetch, now: () => service.clock.now });
const add = (kind: 'simkl' | 'mal', address: string, secret: string, trouble: 'connecting' | null = null) =>
  service.store.relay.add(service.owner.id, { kind, address, secret, trouble });

describe('Simkl', () => {
  const historySchema = z.union([
    z.strictObject({
      movies: z.array(
        z.strictObject({ ids: z.object({ tmdb: z.int() }), watched_at: z.optional(z.string()) }),
      ),
    }),
    z.strictObject({
      shows: z.array(z.strictObject({ ids: z.object({ tmdb: z.int() }), seasons: z.array(z.any()) })),
    }),
  ]);

  /** By the reference at api.simkl.org: three parameters and the key in every request, each title once. */
  function createSimkl() {
    const titles = new Set<string>();
    const state = { agreed: false };
    const key = (body: unknown) =>
      JSON.stringify(z.parse(historySchema, body)).replaceAll(/,?"watched_at":"[^"]*"/g, '');
    const answer = (
      { url, method, key: token, headers, body }: ReceivedRequest,
      response: Parameters<typeof answerJson>[0],
    ) => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      const isComplete = ['app-name', 'app-version'].every((name) => searchParams.has(name));
      if (searchParams.get('client_id') !== 'simkl-1' || !isComplete)
        return answerJson(response, 412, { error: 'client_id_failed', code: 412 });
      if (pathname === '/oauth/pin')
        return answerJson(response, 200, {
          result: 'OK',
          user_code: 'AB 12',
          verification_url: 'https://simkl.com/pin',
          expires_in: 900,
          interval: 5,
        });
      if (pathname === '/oauth/pin/AB%2012')
        return answerJson(
          response,
          200,
          state.agreed ? { result: 'OK', access_token: 'token-1' } : { result: 'KO', message: 'pending' },
        );
      if (token !== 'Bearer token-1' || headers['simkl-api-key'] !== 'simkl-1' || method !== 'POST')
        return answerJson(response, 401, { error: 'user_token_failed', code: 401 });
      if (pathname === '/sync/history') titles.add(key(body));
      if (pathname === '/sync/history/remove') titles.delete(key(body));
      return answerJson(response, 201, { added: {}, not_found: { movies: [], shows: [], episodes: [] } });
    };
    return { titles, state, answer };
  }

  test('the code, a film seen twice, and the removal of one and of the other viewing', async () => {
    const simkl = createSimkl();
    const address = await service.listen(simkl.answer);
    expect(await askForCode(via(), 'simkl', { clientId: 'wrong', address })).toBeUndefined();
    const account = await askForCode(via(), 'simkl', { clientId: 'simkl-1', address });
    expect(account?.device).toMatchObject({ userCode: 'AB 12' });
    const id = await add('simkl', address, account === undefined ? '' : writeAccount(account), 'connecting');
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'connecting' });
    simkl.state.agreed = true;
    service.wait(6);
    await service.look();
    await service.watchFilm(1);
    service.wait(3600);
    await service.watchEpisode(2);
    await service.call('POST', '/history', {
      body: { type: 'movie', id: 1, watchedAt: '2026-01-15T22:00:00Z' },
    });
    await service.settle([id]);
    expect(simkl.titles.size).toBe(2);
    const films = (await service.history()).filter(({ media }) => media['type'] === 'movie');
    expect(films).toHaveLength(2);
    for (const [n, film] of films.entries()) {
      await service.call('DELETE', `/matinee/history/${film.id}`);
      service.wait(60);
      await service.look();
      expect(simkl.titles.size).toBe(n === 0 ? 2 : 1);
    }
  });
});

test('MDBList gets viewings and ratings with the key of the person; a wrong key stops it', async () => {
  const received: ReceivedRequest[] = [];
  const address = await service.listen((request, response) => {
    const { searchParams } = new URL(request.url, 'http://x');
    if (searchParams.get('apikey') !== 'key-1')
      return answerJson(response, 403, { error: 'Invalid API key!' });
    received.push(request);
    answerJson(response, 200, { updated: { movies: 1 }, existing: {}, not_found: {} });
  });
  const wrong = await service.addSink('mdblist', address, 'key-2');
  const id = await service.addSink('mdblist', address, 'key-1');
  service.wait(1);
  await service.watchFilm(1);
  await service.watchEpisode(2);
  await service.call('POST', '/ratings', { body: { type: 'tv', id: 1396, rating: 9 } });
  await service.settle([id]);
  service.wait(30);
  await service.look();
  expect(await service.sinkOf(wrong)).toMatchObject({ trouble: 'refused' });
  expect(received.map(({ url }) => url.split('?')[0])).toEqual([
    '/sync/watched',
    '/sync/watched',
    '/sync/ratings',
  ]);
  expect(received.map(({ body }) => body)).toMatchObject([
    { movies: [{ ids: { tmdb: 1 }, watched_at: '2026-01-15T20:00:01.000Z' }] },
    { shows: [{ ids: { tmdb: 1396 }, seasons: [{ number: 1, episodes: [{ number: 2 }] }] }] },
    { shows: [{ ids: { tmdb: 1396 }, rating: 9 }] },
  ]);
});

describe('lists of anime', () => {
  type Progress = Map<number, { progress: number; status: string }>;

  /** AniList: one address, GraphQL, a wrong token is answered with 400. */
  function createAniList() {
    const entries: Progress = new Map();
    const answer = ({ key, body }: ReceivedRequest, response: Parameters<typeof answerJson>[0]) => {
      const { query, variables } = z.parse(
        z.strictObject({
          query: z.string(),
          variables: z.object({
            ids: z.optional(z.array(z.int())),
            id: z.optional(z.int()),
            progress: z.optional(z.int()),
            status: z.optional(z.enum(['CURRENT', 'COMPLETED'])),
          }),
        }),
        body,
      );
      if (key !== 'Bearer token-1')
        return answerJson(response, 400, { errors: [{ message: 'Invalid token', status: 400 }] });
      const { ids = [], id = 0, progress = 0, status = '' } = variables;
      if (query.startsWith('mutation')) {
        entries.set(id, { progress, status });
        return answerJson(response, 200, { data: { SaveMediaListEntry: { id: 1, progress } } });
      }
      const media = ids.map((one) => ({
        id: one,
        episodes: LENGTHS[one] ?? null,
        mediaListEntry: entries.get(one) ?? null,
      }));
      return answerJson(response, 200, { data: { Page: { media } } });
    };
    return { entries, answer };
  }

  /** MyAnimeList: API v2, forms, a code and tokens by PKCE "plain". */
  function createMal() {
    const entries: Progress = new Map();
    let tokens = { access: '', refresh: '' };
    let count = 0;
    const answer = (
      { method, url, key, body }: ReceivedRequest,
      response: Parameters<typeof answerJson>[0],
    ) => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      if (pathname === '/v1/oauth2/token') {
        const isCode = body['code'] === 'code-1' && String(body['code_verifier']).length >= 43;
        const isRenewal = body['grant_type'] === 'refresh_token' && body['refresh_token'] === tokens.refresh;
        if (!isCode && !isRenewal) return answerJson(response, 400, { error: 'invalid_grant' });
        count += 1;
        tokens = { access: `access-${String(count)}`, refresh: `refresh-${String(count)}` };
        return answerJson(response, 200, {
          token_type: 'Bearer',
          expires_in: 2_678_400,
          access_token: tokens.access,
          refresh_token: tokens.refresh,
        });
      }
      if (key !== `Bearer ${tokens.access}`) return answerJson(response, 401, { error: 'invalid_token' });
      const [, id = ''] = /^\/v2\/anime\/(\d+)(?:\/my_list_status)?$/.exec(pathname) ?? [];
      if (method === 'PATCH') {
        const form = z.parse(
          z.strictObject({ num_watched_episodes: z.string(), status: z.enum(['watching', 'completed']) }),
          body,
        );
        entries.set(Number(id), { progress: Number(form.num_watched_episodes), status: form.status });
        return answerJson(response, 200, {});
      }
      if (searchParams.get('fields') !== 'num_episodes,my_list_status') return answerJson(response, 400, {});
      const mine = entries.get(Number(id));
      return answerJson(response, 200, {
        id: Number(id),
        num_episodes: LENGTHS[Number(id) - 1000] ?? 0,
        ...(mine === undefined ? {} : { my_list_status: { num_episodes_watched: mine.progress } }),
      });
    };
    return { entries, answer, rotate: () => (tokens = { ...tokens, access: 'another' }) };
  }

  const watchEvening = async () => {
    service.wait(1);
    await service.watchFilm(9);
    await service.watchFilm(1);
    for (const [show, episode] of [
      [20, 3],
      [20, 2],
      [30, 14],
      [30, 12],
      [30, 25],
      [1396, 1],
    ] as const) {
      service.wait(60);
      await service.watchEpisode(episode, 1, show);
    }
  };
  const EXPECTED = [
    [90, 1, /completed/i],
    [200, 3, /current|watching/i],
    [300, 12, /completed/i],
    [301, 2, /current|watching/i],
  ] as const;

  test('AniList: only anime, each part of a season by its length, and never back', async () => {
    const { entries, answer } = createAniList();
    const id = await service.addSink('anilist', await service.listen(answer), 'token-1');
    await watchEvening();
    await service.settle([id]);
    const found = [...entries].toSorted(([a], [b]) => a - b);
    expect(found.map(([entry, { progress }]) => [entry, progress])).toEqual(
      EXPECTED.map(([entry, n]) => [entry, n]),
    );
    for (const [entry, , status] of EXPECTED) expect(entries.get(entry)?.status).toMatch(status);
    // Films and series that are none, and an episode that no part has, are nothing to send.
    expect(await service.countsOf(id)).toEqual({ sent: 5, refused: 0, waiting: 0 });
  });

  test('AniList: a token that is not taken stops the sink', async () => {
    const id = await service.addSink('anilist', await service.listen(createAniList().answer), 'token-2');
    service.wait(1);
    await service.watchFilm(9);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'refused', nextAt: null });
  });

  test('MyAnimeList: the person agrees there, and tokens are renewed', async () => {
    const { entries, answer, rotate } = createMal();
    const address = await service.listen(answer);
    const account = startMal({ clientId: 'mal-1' });
    const page = new URL(malSignIn(address, account, 'https://tracker.example/relay/back'));
    expect(page.searchParams.get('code_challenge')).toBe(account.verifier);
    const back = { back: 'https://tracker.example/relay/back' };
    expect(await finishMal(via(), address, account, { code: 'wrong', ...back })).toBeUndefined();
    const finished = await finishMal(via(), address, account, { code: 'code-1', ...back });
    const id = await add('mal', address, finished === undefined ? '' : writeAccount(finished));
    await watchEvening();
    await service.settle([id]);
    service.wait(32 * 86_400);
    await service.watchEpisode(5, 1, 20);
    await service.settle([id]);
    service.wait(86_400);
    rotate();
    await service.watchEpisode(6, 1, 20);
    await service.settle([id]);
    const found = [...entries]
      .toSorted(([a], [b]) => a - b)
      .map(([entry, { progress }]) => [entry - 1000, progress]);
    expect(found).toEqual([
      [90, 1],
      [200, 6],
      [300, 12],
      [301, 2],
    ]);
    expect((await service.sinkOf(id)).secret).toContain('access-3');
  });
});
