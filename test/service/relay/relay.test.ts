import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../support/wait-for';
import { answerJson, historyOf, type ReceivedRequest, type Trouble } from './sink-servers';
import { startRelayTest, type RelayTest } from './start-relay-test';

let service: RelayTest;
beforeEach(async () => {
  service = await startRelayTest();
});
afterEach(() => service.close());

describe('an evening', () => {
  test('reaches each sink once, in its form; what is removed is taken back', async () => {
    const history = historyOf();
    const jellyfin: ReceivedRequest[] = [];
    const ryot: ReceivedRequest[] = [];
    const own: ReceivedRequest[] = [];
    const take = (list: ReceivedRequest[]) =>
      service.listen((request, response) => {
        list.push(request);
        response.writeHead(200).end();
      });
    const ids = [
      await service.addSink('api-v1', await service.listen(history.answer), 'sk_1'),
      await service.addSink('jellyfin', `${await take(jellyfin)}/webhook?apikey=x`),
      await service.addSink('ryot', await take(ryot)),
      await service.addSink('webhook', await take(own)),
    ];
    service.wait(1);
    await service.store.media.setTitles('episode:1396:1:2', { title: 'A series', episodeTitle: 'Two' });
    await service.watchFilm(45_745);
    service.wait(60);
    await service.watchEpisode(2);
    await service.settle(ids);
    await service.look();
    expect(history.viewings).toMatchObject([
      { type: 'movie', id: 45_745, watchedAt: '2026-01-15T20:00:01.000Z' },
      { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 2 },
    ]);
    // Movary reads the flat fields, Yamtrack those of the item, Scrob either.
    expect(jellyfin.map(({ url }) => url)).toEqual(['/webhook?apikey=x', '/webhook?apikey=x']);
    expect(jellyfin.map(({ body }) => body)).toMatchObject([
      {
        NotificationType: 'PlaybackStop',
        ItemType: 'Movie',
        PlayedToCompletion: true,
        Provider_tmdb: '45745',
        UtcTimestamp: '2026-01-15T20:00:01.000Z',
        Event: 'Stop',
        Item: { Type: 'Movie', ProviderIds: { Tmdb: '45745' }, UserData: { Played: true } },
      },
      {
        ItemType: 'Episode',
        SeasonNumber: 1,
        EpisodeNumber: 2,
        Item: { ParentIndexNumber: 1, IndexNumber: 2, SeriesProviderIds: { Tmdb: '1396' } },
      },
    ]);
    expect(ryot.map(({ body }) => body)).toEqual([
      { lot: 'movie', source: 'tmdb', identifier: '45745', progress: '100' },
      {
        lot: 'show',
        source: 'tmdb',
        identifier: '1396',
        progress: '100',
        show_season_number: 1,
        show_episode_number: 2,
      },
    ]);
    expect(own.map(({ body }) => body['event'])).toEqual(['watched', 'watched']);

    const [latest] = await service.history();
    await service.call('DELETE', `/matinee/history/${String(latest?.id)}`);
    service.wait(60);
    await service.look();
    expect(history.viewings).toHaveLength(1);
    // Scrob finds a series by its name, and reads `Played` only where there is no item.
    expect(jellyfin.at(-1)?.body).not.toHaveProperty('Item');
    expect(jellyfin.at(-1)?.body).toMatchObject({
      Event: 'MarkUnplayed',
      Played: false,
      SeriesName: 'A series',
      SeasonNumber: 1,
      EpisodeNumber: 2,
    });
    expect(own.at(-1)?.body).toMatchObject({ event: 'removed' });
    expect(ryot).toHaveLength(2);
  });

  test('before the sink was added, and imported from elsewhere, goes out only on request', async () => {
    const history = historyOf();
    await service.watchFilm(1);
    service.wait(60);
    const id = await service.addSink('api-v1', await service.listen(history.answer), 'sk_1');
    service.wait(60);
    const entry = { watched_at: '2026-01-15T20:01:30.000Z', type: 'movie', movie: { ids: { tmdb: 2 } } };
    const opened = await service.call('POST', '/matinee/imports', { body: [entry] });
    await service.call('POST', `/matinee/imports/${String(opened.body.data?.['id'])}/store`);
    await service.watchFilm(3);
    await service.settle([id]);
    expect(history.viewings.map((one) => one['id'])).toEqual([3]);
    await service.store.relay.sendPast(service.owner.id, id, { from: 0, to: service.clock.now });
    await service.settle([id]);
    const ids = history.viewings.map((one) => Number(one['id']));
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  });
});

describe('trouble', () => {
  test('a dead sink delays no other, and everything arrives once it lives', async () => {
    const history = historyOf();
    const dead = { isDead: true, received: 0 };
    const ids = [
      await service.addSink(
        'webhook',
        await service.listen((_, response) => {
          if (dead.isDead) return void response.destroy();
          dead.received += 1;
          response.writeHead(204).end();
        }),
      ),
      await service.addSink('api-v1', await service.listen(history.answer), 'sk_1'),
    ];
    service.wait(1);
    await service.watchFilm(7);
    await service.look();
    expect(history.viewings).toHaveLength(1);
    expect(await service.sinkOf(ids[0] ?? '')).toMatchObject({ trouble: 'unreachable', failures: 1 });
    dead.isDead = false;
    service.wait(3600);
    await service.settle(ids);
    expect(dead.received).toBe(1);
    expect(await service.sinkOf(ids[0] ?? '')).toMatchObject({ trouble: null, failures: 0 });
  });

  test('a wrong key stops the sink until the person says so', async () => {
    const id = await service.addSink('api-v1', await service.listen(historyOf().answer), 'sk_wrong');
    service.wait(1);
    await service.watchFilm(7);
    await service.look();
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'refused', nextAt: null });
    expect(await service.countsOf(id)).toEqual({ sent: 0, refused: 0, waiting: 1 });
  });

  test('a redirect is not followed: the key is for the address that was entered', async () => {
    let reached = 0;
    const elsewhere = await service.listen((_, response) => {
      reached += 1;
      response.writeHead(200).end();
    });
    const id = await service.addSink(
      'api-v1',
      await service.listen((_, response) => void response.writeHead(307, { location: elsewhere }).end()),
      'sk_1',
    );
    service.wait(1);
    await service.watchFilm(7);
    await service.look();
    expect([reached, (await service.sinkOf(id)).trouble]).toEqual([0, 'refused']);
  });

  test('Retry-After is waited for', async () => {
    let asked = 0;
    const id = await service.addSink(
      'webhook',
      await service.listen((_, response) => {
        asked += 1;
        response.writeHead(429, { 'retry-after': '600' }).end();
      }),
    );
    service.wait(1);
    await service.watchFilm(7);
    await service.look();
    service.wait(599);
    await service.look();
    expect(asked).toBe(1);
    expect(await service.sinkOf(id)).toMatchObject({ trouble: 'busy' });
  });

  test('300 viewings through errors before and after they are stored: none lost, none doubled', async () => {
    const seed = Date.now() % 2 ** 31;
    let state = seed;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    const troubles: readonly Trouble[] = [
      { when: 'before', status: 500 },
      { when: 'after', status: 502 },
      { when: 'before', status: 429, headers: { 'retry-after': '5' } },
      { when: 'after', status: 0 },
      { when: 'before', status: 0 },
    ];
    const history = historyOf(() =>
      random() < 0.3 ? troubles[Math.floor(random() * troubles.length)] : undefined,
    );
    const id = await service.addSink('api-v1', await service.listen(history.answer), 'sk_1');
    for (let film = 1; film <= 300; film += 1) {
      service.wait(3600);
      await service.watchFilm(film);
    }
    await service.settle([id], 4000);
    const films = history.viewings.map((one) => Number(one['id']));
    expect(new Set(films).size, `seed ${String(seed)}`).toBe(300);
    expect(films, `seed ${String(seed)}`).toHaveLength(300);
  }, 300_000);
});

test('Scrob gets a rewatch also where both viewings have waited: within five minutes it takes them for one', async () => {
  const plays: { readonly item: string; readonly at: number }[] = [];
  let isAway = true;
  const address = await service.listen(({ body }, response) => {
    if (isAway) return void response.destroy();
    const item = String(body['Provider_tmdb']);
    const { now } = service.clock;
    const isKnown = plays.some((play) => play.item === item && play.at >= now - 300_000);
    if (body['NotificationType'] === 'PlaybackStop' && !isKnown) plays.push({ item, at: now });
    response.writeHead(200).end('{}');
  });
  const id = await service.addSink('jellyfin', address);
  service.wait(1);
  await service.watchFilm(7);
  service.wait(86_400);
  await service.scrobble({ type: 'movie', progress: 5, duration: 100, tmdbId: 7 });
  service.wait(3600);
  await service.watchFilm(7);
  service.wait(60);
  await service.watchFilm(8);
  isAway = false;
  service.wait(3600);
  await service.settle([id]);
  expect(plays.map(({ item }) => item)).toEqual(['7', '8', '7']);
});

test('Scrob gets a rewatch also where it has not answered to the first viewing yet', async () => {
  const plays: number[] = [];
  const held: (() => void)[] = [];
  const address = await service.listen((_, response) => {
    const { now } = service.clock;
    if (!plays.some((at) => at >= now - 300_000)) plays.push(now);
    const answer = () => void response.writeHead(200).end('{}');
    if (held.push(answer) > 1) answer();
  });
  const id = await service.addSink('jellyfin', address);
  service.wait(1);
  await service.watchFilm(7);
  const first = service.look();
  await waitFor('the first request', () => held.length === 1);
  const watchedAt = new Date(service.clock.now + 60_000).toISOString();
  await service.call('POST', '/history', { body: { type: 'movie', id: 7, watchedAt } });
  service.wait(60);
  await service.store.relay.sendAgain(service.owner.id, id);
  await service.look();
  held[0]?.();
  await first;
  await service.settle([id]);
  expect(plays).toHaveLength(2);
});

test('an undo of a rating reaches the tracker that has had the new one', async () => {
  const sent: unknown[] = [];
  const address = await service.listen(({ url, body }, response) => {
    if (url.includes('/ratings')) sent.push(body['rating']);
    answerJson(response, 200, { data: {} });
  });
  const { ratings, removedEntries } = service.store;
  const user = service.owner.id;
  const media = 'movie:7';
  await ratings.grade(user, { media, rating: 8, ratedAt: service.clock.now });
  service.wait(30);
  const id = await service.addSink('api-v1', address, 'sk_1');
  service.wait(30);
  const undo = await removedEntries.grade(user, media);
  await ratings.grade(user, { media, rating: 9, ratedAt: service.clock.now });
  await service.look();
  expect(sent).toEqual([9]);
  await removedEntries.restore(user, undo ?? '');
  service.wait(30);
  await service.settle([id]);
  await service.look();
  expect(sent).toEqual([9, 8]);
});

test('a member cannot reach the network of the tracker, and no page shows the address or the key', async () => {
  const cookie = await service.signedIn();
  const add = (address: string, who: string) =>
    service.post('/relay', { kind: 'api-v1', address, secret: 'sk_secret' }, { cookie: who });
  expect((await add('https://tracker.example/api/v1?key=the-key-in-it', cookie)).status).toBe(303);
  const member = await service.store.users.add('ben', 'a long password 1', 'member');
  const other = await service.signedIn(member?.id);
  for (const address of [
    'http://tracker.example/x',
    'https://192.168.1.2/',
    'https://localhost/',
    'https://db/',
    'file:///x',
  ])
    expect((await add(address, other)).status, address).toBe(400);
  const page = await (await service.app.request('/relay', { headers: { cookie } })).text();
  expect(page).toContain('tracker.example');
  expect(page).not.toMatch(/the-key-in-it|sk_secret/);
});
