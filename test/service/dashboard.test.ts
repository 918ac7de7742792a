import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { channelSchema } from '../../src/protocol/tracker/channel';
import { dashboardSchema, widgetDataSchema } from '../../src/protocol/tracker/dashboard';
import { historyPageSchema, progressPageSchema } from '../../src/protocol/tracker/history';
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
const items = async (widget: string) => widgetDataSchema.parse(await get(`/dashboard/${widget}`)).items;

describe('GET /dashboard', () => {
  test('lists four widgets, each answered by the own origin', async () => {
    const { body } = await service.call('GET', '/dashboard');
    expect(body.success).toBe(true);
    const { widgets } = dashboardSchema.parse(body.data);
    expect(widgets.map(({ id }) => id)).toEqual(['up-next', 'recently-watched', 'this-week', 'channels']);
    for (const { apiUrl } of widgets) {
      const answer = await service.app.request(apiUrl, { headers: { 'x-api-key': service.pk } });
      expect(new URL(apiUrl).origin).toBe('http://localhost');
      expect(answer.status).toBe(200);
      expect(widgetDataSchema.safeParse(((await answer.json()) as { data: unknown }).data).success).toBe(
        true,
      );
    }
  });

  test('is in the language of the account, otherwise in that of the client', async () => {
    const read = async (path: string, language: string) => {
      const headers = { 'x-api-key': service.pk, 'accept-language': language };
      const answer = await service.app.request(`/api/v1${path}`, { headers });
      return ((await answer.json()) as { data: unknown }).data;
    };
    const titles = async (language: string) =>
      dashboardSchema.parse(await read('/dashboard', language)).widgets.map(({ title }) => title);
    const channels = async (language: string) =>
      widgetDataSchema.parse(await read('/dashboard/channels', language)).items.map(({ title }) => title);
    expect(await titles('xx')).toEqual(['Up next', 'Recently watched', 'This week', 'Channels']);
    expect(await titles('fr-CA,en;q=0.5')).toEqual(['À voir', 'Vus récemment', 'Cette semaine', 'Chaînes']);
    expect(await channels('de')).toEqual(['Freie Filme', 'Meine Serien']);
    const { id } = await service.store.users.ensureOwner();
    await service.store.preferences.setLanguage(id, 'de');
    expect(await titles('fr-CA,en;q=0.5')).toEqual([
      'Als Nächstes',
      'Kürzlich gesehen',
      'Diese Woche',
      'Kanäle',
    ]);
  });

  test('uses the public address behind a proxy', async () => {
    const behind = await startTest({ publicUrl: 'https://tracker.example' });
    const { widgets } = dashboardSchema.parse((await behind.call('GET', '/dashboard')).body.data);
    expect(widgets[0]?.apiUrl).toBe('https://tracker.example/api/v1/dashboard/up-next');
    await behind.close();
  });

  test('up next: unfinished titles, then the episode after the last watched one', async () => {
    await episode(1, 6);
    service.wait(60);
    await episode(1, 7);
    service.wait(60);
    await film(45745, 30);
    expect(await items('up-next')).toMatchObject([
      { title: 'Sintel', type: 'movie', progress: 0.3 },
      { title: 'Breaking Bad', subtitle: 'S2 E1 · Seven Thirty-Seven' },
    ]);
  });

  test('up next lists an unfinished episode and not the one after it', async () => {
    await episode(1, 1);
    await episode(1, 2, 40);
    expect(await items('up-next')).toMatchObject([
      { subtitle: "S1 E2 · Cat's in the Bag...", progress: 0.4 },
    ]);
  });

  test('up next ends with the series', async () => {
    await episode(5, 16);
    expect(await items('up-next')).toEqual([]);
  });

  test('without a film database a list stores the titles once', async () => {
    await film(10378, 100);
    const setTitles = vi.spyOn(service.store.media, 'setTitles');
    for (let count = 0; count < 3; count += 1)
      expect(await items('recently-watched')).toMatchObject([{ title: 'Big Buck Bunny' }]);
    expect(setTitles).toHaveBeenCalledTimes(1);
  });

  test('recently watched is newest first; this week leaves out older sessions', async () => {
    await film(10378, 100);
    service.wait(8 * 24 * 3600);
    await film(45745, 100);
    await film(133701, 10);
    expect((await items('recently-watched')).map(({ title }) => title)).toEqual(['Sintel', 'Big Buck Bunny']);
    expect((await items('this-week')).map(({ title }) => title)).toEqual(['Sintel']);
  });
});

describe('GET /channels/{id}', () => {
  test('gives details and lists', async () => {
    await film(10378, 95);
    const channel = channelSchema.parse(await get('/channels/open-films'));
    expect(channel).toMatchObject({ id: 'open-films', title: 'Open films' });
    expect(channel.lists.map(({ id, items: list }) => [id, list.length])).toEqual([
      ['to-watch', 21],
      ['watched', 1],
    ]);
    expect(channel.lists[1]?.items).toMatchObject([
      { title: 'Big Buck Bunny', tmdbId: 10378, subtitle: '2008' },
    ]);
  });

  test('is in the language of the account, as the list of channels is', async () => {
    const titles = async () => channelSchema.parse(await get('/channels/open-films'));
    expect((await titles()).lists.map(({ title }) => title)).toEqual(['To watch', 'Watched']);
    const { id } = await service.store.users.ensureOwner();
    await service.store.preferences.setLanguage(id, 'de');
    const { title, lists } = await titles();
    expect(title).toBe('Freie Filme');
    expect(lists.map((list) => list.title)).toEqual(['Noch nicht gesehen', 'Gesehen']);
    expect(await get('/channels')).toMatchObject({
      items: [{ title: 'Freie Filme' }, { title: 'Meine Serien' }],
    });
  });

  test('my series lists the next and the last episode', async () => {
    await episode(1, 1);
    const channel = channelSchema.parse(await get('/channels/my-series'));
    expect(channel.lists).toMatchObject([
      { id: 'next', items: [{ subtitle: "S1 E2 · Cat's in the Bag..." }] },
      { id: 'last', items: [{ subtitle: 'S1 E1 · Pilot' }] },
    ]);
  });

  test('every channel of the list and of the widget exists', async () => {
    const listed = (await get('/channels'))?.['items'] as { id: string }[];
    const shown = (await items('channels')).map(({ channelId = '' }) => channelId);
    expect(listed.map(({ id }) => id)).toEqual(shown);
    for (const id of shown) expect((await service.call('GET', `/channels/${id}`)).status).toBe(200);
  });

  test.each(['unknown', '%00', '..%2Fdashboard', '1', 'x'.repeat(3000)])('answers 404 to %s', async (id) => {
    const answer = await service.call('GET', `/channels/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toBe('NOT_FOUND');
  });
});

describe('GET /history and GET /progress', () => {
  test('page through, newest first', async () => {
    for (let tmdbId = 1; tmdbId <= 7; tmdbId += 1) {
      await film(tmdbId, 95);
      service.wait(60);
    }
    const ids = async (query: string) =>
      historyPageSchema.parse(await get(`/history${query}`)).items.map(({ media }) => media.tmdbId);
    expect(await ids('')).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await ids('?limit=2')).toEqual([7, 6]);
    expect(await ids('?limit=2&offset=5')).toEqual([2, 1]);
    expect(await ids('?offset=7')).toEqual([]);
    expect(await get('/history?limit=1')).toMatchObject({ total: 7, limit: 1, offset: 0 });
    expect(
      progressPageSchema.parse(await get('/progress?limit=3')).items.map(({ media }) => media.tmdbId),
    ).toEqual([7, 6, 5]);
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
    for (const path of ['/history', '/progress']) {
      const answer = await service.call('GET', `${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(`\`${query.split('=')[0] ?? ''}\``);
    }
  });
});
