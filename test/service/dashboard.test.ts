import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { historyPageSchema, progressPageSchema } from '../../src/protocol/tracker/history';
import { channelDetailsSchema, dashboardSchema, type WidgetItem } from '../../src/protocol/tracker/widgets';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = (tmdbId: number, progress: number) =>
  service.scrobble({ type: 'movie', progress, duration: 100, tmdbId });
const episode = (seasonNumber: number, episodeNumber: number, progress = 95) =>
  service.scrobble({ type: 'episode', progress, duration: 100, tvShowId: 1396, seasonNumber, episodeNumber });
const get = async (path: string) => (await service.call('GET', path)).body.data;
const items = async (type: string) =>
  (await get(`/dashboard/widget?type=${type}`)) as unknown as readonly WidgetItem[];

describe('GET /dashboard', () => {
  test('lists its widgets, each answered at a path of this host', async () => {
    const { body } = await service.call('GET', '/dashboard');
    expect(body.success).toBe(true);
    const { widgets } = dashboardSchema.parse(body.data);
    expect(widgets.map(({ type }) => type)).toEqual([
      'up_next',
      'continue_watching',
      'recent_watchlist',
      'upcoming_schedule',
      'upcoming_releases',
      'recently_watched',
      'channels',
    ]);
    for (const { apiUrl } of widgets) {
      expect(apiUrl).toMatch(/^\/api\/v1\/dashboard\/widget\?/);
      const answer = await service.call('GET', apiUrl.slice('/api/v1'.length), { key: service.pk });
      expect(answer.status).toBe(200);
    }
  });

  test('has a widget for each list of the person', async () => {
    const { body } = await service.call('POST', '/lists', { body: { name: 'Rainy days' } });
    const id = String(body['id']);
    await service.call('POST', `/lists/${id}/items`, { body: { type: 'movie', id: 10378 } });
    const { widgets } = dashboardSchema.parse(await get('/dashboard'));
    expect(widgets.at(-1)).toMatchObject({ type: 'list', title: 'Rainy days', props: { listId: id } });
    expect(await get(widgets.at(-1)?.apiUrl.slice('/api/v1'.length) ?? '')).toMatchObject([
      { title: 'Big Buck Bunny', position: 0 },
    ]);
  });

  test('is in the language of the account, otherwise in that of the client', async () => {
    const read = async (path: string, language: string) => {
      const headers = { 'x-api-key': service.pk, 'accept-language': language };
      const answer = await service.app.request(`/api/v1${path}`, { headers });
      return ((await answer.json()) as { data: unknown }).data;
    };
    const titles = async (language: string) =>
      dashboardSchema
        .parse(await read('/dashboard', language))
        .widgets.slice(0, 3)
        .map(({ title }) => title);
    const channels = async (language: string) =>
      ((await read('/dashboard/widget?type=channels', language)) as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await titles('xx')).toEqual(['Up next', 'Continue watching', 'Watchlist']);
    expect(await titles('fr-CA,en;q=0.5')).toEqual(['À voir', 'Reprendre', 'Liste de suivi']);
    expect(await channels('de')).toEqual(['Freie Filme', 'Meine Serien']);
    const { id } = await service.store.users.ensureOwner();
    await service.store.preferences.setLanguage(id, 'de');
    expect(await titles('fr-CA,en;q=0.5')).toEqual(['Als Nächstes', 'Weiterschauen', 'Merkliste']);
  });

  test('up next: the episode after the last watched one, and continue watching what is unfinished', async () => {
    await episode(1, 6);
    service.wait(60);
    await episode(1, 7);
    service.wait(60);
    await film(45745, 30);
    expect(await items('up_next')).toMatchObject([
      {
        type: 'episode',
        title: 'Breaking Bad',
        subtitle: 'S2 E1 · Seven Thirty-Seven',
        info: { title: 'Seven Thirty-Seven', tvshowtitle: 'Breaking Bad', season: 2, episode: 1 },
        showId: 1396,
        nextEpisode: { seasonNumber: 2, episodeNumber: 1, title: 'Seven Thirty-Seven' },
      },
    ]);
    expect(await items('continue_watching')).toMatchObject([
      { type: 'movie', title: 'Sintel', tmdbId: 45745, progress: 30, duration: 100, progressPercent: 30 },
    ]);
    expect(await items('active_tv_scrobbles')).toEqual([]);
    expect(await items('active_movie_scrobbles')).toHaveLength(1);
  });

  test('up next lists an unfinished episode and not the one after it', async () => {
    await episode(1, 1);
    await episode(1, 2, 40);
    expect(await items('up_next')).toMatchObject([
      { subtitle: "S1 E2 · Cat's in the Bag...", progress: 40, duration: 100 },
    ]);
  });

  test('up next ends with the series', async () => {
    await episode(5, 16);
    expect(await items('up_next')).toEqual([]);
  });

  test('specials never move up next', async () => {
    for (const number of [1, 2, 3]) {
      await episode(1, number);
      service.wait(60);
    }
    await episode(0, 2);
    expect(await items('up_next')).toMatchObject([{ nextEpisode: { seasonNumber: 1, episodeNumber: 4 } }]);
  });

  test('a rewatch of the first episode of a long season proposes what follows the season', async () => {
    for (let number = 1; number <= 13; number += 1) await episode(2, number);
    service.wait(86_400);
    await episode(2, 1);
    expect(await items('up_next')).toMatchObject([{ seasonNumber: 3, episodeNumber: 1 }]);
  });

  test('a rewatch of the beginning proposes nothing that was watched since', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      await episode(1, number);
      service.wait(60);
    }
    await episode(1, 1, 10);
    await episode(1, 1);
    expect(await items('up_next')).toMatchObject([{ nextEpisode: { seasonNumber: 2, episodeNumber: 1 } }]);
  });

  test('an episode that was left out is proposed, also where a later season was begun', async () => {
    await episode(3, 5);
    service.wait(60);
    await episode(1, 1);
    expect(await items('up_next')).toMatchObject([{ nextEpisode: { seasonNumber: 1, episodeNumber: 2 } }]);
  });

  test('without a film database a list stores the titles once', async () => {
    await film(10378, 100);
    const setTitles = vi.spyOn(service.store.media, 'setTitles');
    for (let count = 0; count < 3; count += 1)
      expect(await items('recently_watched')).toMatchObject([{ title: 'Big Buck Bunny' }]);
    expect(setTitles).toHaveBeenCalledTimes(1);
  });

  test('recently watched is newest first, each title once', async () => {
    await film(10378, 100);
    service.wait(8 * 24 * 3600);
    await film(45745, 100);
    await film(133701, 10);
    service.wait(60);
    await film(10378, 10);
    await film(10378, 100);
    expect((await items('recently_watched')).map(({ title }) => title)).toEqual(['Big Buck Bunny', 'Sintel']);
  });

  test.each(['', '?type=stats', '?type=list', '?type=up_next&pageSize=101', '?type=up_next&page=0'])(
    'refuses /dashboard/widget%s',
    async (query) => {
      const answer = await service.call('GET', `/dashboard/widget${query}`);
      expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );
});

describe('channels', () => {
  test('a channel gives details and lists, whose entries are those of a list', async () => {
    await film(10378, 95);
    const channel = channelDetailsSchema.parse(await get('/channels/open-films'));
    expect(channel).toMatchObject({
      type: 'channel',
      id: 'open-films',
      channelType: 'editorial',
      info: { title: 'Open films', mediatype: 'set' },
      listsCount: 2,
    });
    expect(channel.lists.map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['To watch', 21],
      ['Watched', 1],
    ]);
    const watched = channel.lists[1];
    expect(watched?.items).toMatchObject([{ title: 'Big Buck Bunny', tmdbId: 10378, subtitle: '2008' }]);
    expect(await get(`/lists/${watched?.id ?? ''}/items`)).toMatchObject([{ title: 'Big Buck Bunny' }]);
  });

  test('my series lists the next and the last episode', async () => {
    await episode(1, 1);
    const channel = channelDetailsSchema.parse(await get('/channels/my-series'));
    expect(channel.lists).toMatchObject([
      { name: 'Next episodes', items: [{ subtitle: "S1 E2 · Cat's in the Bag..." }] },
      { name: 'Last watched', items: [{ subtitle: 'S1 E1 · Pilot' }] },
    ]);
  });

  test('who publishes a list has a channel that everybody of the tracker sees', async () => {
    await service.store.users.claim('ada', 'correct horse battery');
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'of ben');
    for (const visibility of ['PRIVATE', 'PUBLIC', 'SHARED'])
      await service.call('POST', '/lists', { body: { name: visibility, visibility } });
    const listed = (await service.call('GET', '/channels?type=CREATOR', { key })).body;
    expect(listed.data).toMatchObject([{ channelType: 'creator', owner: { name: 'ada' }, listsCount: 1 }]);
    const [creator] = listed.data as unknown as { id: string }[];
    const details = (await service.call('GET', `/channels/${creator?.id ?? ''}`, { key })).body.data;
    expect(channelDetailsSchema.parse(details).lists.map(({ name }) => name)).toEqual(['PUBLIC']);
    expect((await service.call('GET', '/channels?scope=mine', { key })).body.data).toEqual([]);
    expect((await service.call('GET', '/channels?scope=mine')).body.data).toHaveLength(1);
    expect((await service.call('GET', '/channels?scope=following')).body.data).toEqual([]);
  });

  test('every channel of the list and of the widget exists', async () => {
    const listed = ((await get('/channels')) as unknown as { id: string }[]).map(({ id }) => id);
    const shown = (await items('channels')).map(({ channelId = '' }) => channelId);
    expect(listed).toEqual(shown);
    for (const id of shown) expect((await service.call('GET', `/channels/${id}`)).status).toBe(200);
  });

  test.each(['unknown', '%00', '..%2Fdashboard', '1', 'x'.repeat(3000)])('answers 404 to %s', async (id) => {
    const answer = await service.call('GET', `/channels/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toBe('NOT_FOUND');
  });
});

describe('GET /matinee/history and GET /matinee/progress', () => {
  test('page through, newest first', async () => {
    for (let tmdbId = 1; tmdbId <= 7; tmdbId += 1) {
      await film(tmdbId, 95);
      service.wait(60);
    }
    const ids = async (query: string) =>
      historyPageSchema.parse(await get(`/matinee/history${query}`)).items.map(({ media }) => media.tmdbId);
    expect(await ids('')).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await ids('?limit=2')).toEqual([7, 6]);
    expect(await ids('?limit=2&offset=5')).toEqual([2, 1]);
    expect(await ids('?offset=7')).toEqual([]);
    expect(await get('/matinee/history?limit=1')).toMatchObject({ total: 7, limit: 1, offset: 0 });
    await film(8, 40);
    service.wait(60);
    await film(9, 50);
    const places = async (query: string) =>
      progressPageSchema.parse(await get(`/matinee/progress${query}`)).items.map(({ media }) => media.tmdbId);
    expect(await places('?limit=3')).toEqual([9, 8, 7]);
    // Films that were left and films that were finished stand in two indexes.
    expect(await places('?limit=3&offset=1')).toEqual([8, 7, 6]);
    expect(await places('?limit=4&offset=6')).toEqual([3, 2, 1]);
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=1.5',
    'limit=-1',
    'limit=',
    'offset=-1',
    'offset=1e9',
  ])('refuse %s by name', async (query) => {
    for (const path of ['/matinee/history', '/matinee/progress']) {
      const answer = await service.call('GET', `${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(`\`${query.split('=')[0] ?? ''}\``);
    }
  });
});
