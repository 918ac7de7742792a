import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

// Two people of one service: what one does is never seen or changed by the other.

const password = 'correct horse battery';
const film = { type: 'movie', tmdbId: 10378, progress: 95, duration: 100 };
const definition = {
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ title: true }] } }],
  verified: { date: null, how: 'never' },
};

let service: ServiceUnderTest;
let theirs: string;
let theirId: string;
beforeEach(async () => {
  service = await startTest();
  theirId = (await service.store.users.add('ben', password, 'member'))?.id ?? '';
  theirs = await service.store.keys.create(theirId, 'sk', 'of ben');
});
afterEach(() => service.close());

const ask = async (method: string, path: string, key: string, body?: unknown) =>
  service.call(method, path, { key, body });
const signIn = async (name: string) => ({
  cookie: cookieOf(await service.post('/sign-in', { name, password })),
});

describe('over the API', () => {
  const reads = [
    '/matinee/history',
    '/matinee/history?type=movie&tmdbId=10378',
    '/matinee/progress',
    '/matinee/ratings',
    '/upnext',
    '/dashboard/widget?type=recently_watched',
    '/history',
    '/ratings',
    '/watchlist',
    '/favorites',
    '/collection',
    '/lists',
    '/scrobble',
    '/me',
    '/sync/last_activities',
    '/channels/open-films',
    '/channels/my-series',
    '/matinee/connectors',
    '/matinee/export',
    '/matinee/imports',
    '/matinee/history?q=bunny',
    '/matinee/history?only=movie',
    '/matinee/statistics',
    '/matinee/dropped',
  ];

  test.each(reads)('GET %s answers another person as if the first one had done nothing', async (path) => {
    const before = (await ask('GET', path, theirs)).body;
    await service.scrobble(film);
    await service.scrobble({ ...film, tmdbId: 45745, progress: 40 });
    await service.scrobble({ type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1, ...span });
    const file = JSON.stringify([{ watched_at: '2020-01-01T00:00:00Z', movie: { ids: { tmdb: 5 } } }]);
    expect((await ask('POST', '/matinee/imports', service.sk, file)).status).toBe(200);
    await ask('PUT', '/matinee/ratings', service.sk, { type: 'movie', tmdbId: 10378, rating: 8 });
    await ask('PUT', '/matinee/dropped/1399', service.sk);
    for (const shelf of ['watchlist', 'favorites', 'collection'])
      await ask('POST', `/${shelf}`, service.sk, { type: 'movie', id: 5 });
    await ask('POST', '/lists', service.sk, { name: 'Rainy days' });
    const submission = { name: 'Example', domains: ['www.example.test'], definition };
    expect((await ask('POST', '/connectors/submit', service.sk, submission)).status).toBe(201);
    expect((await ask('GET', path, theirs)).body).toEqual(before);
    expect((await ask('GET', path, service.sk)).body).not.toEqual(before);
  });
  const span = { progress: 95, duration: 100 };

  test.each([
    ['DELETE', undefined],
    ['PATCH', { watchedAt: '2020-01-01T00:00:00Z' }],
  ])('%s /history/{id} of another person: 404, and it stays', async (method, body) => {
    await service.scrobble(film);
    const before = await service.history();
    const answer = await ask(method, `/matinee/history/${before[0]?.id ?? ''}`, theirs, body);
    expect([answer.status, answer.body.error]).toEqual([404, 'NOT_FOUND']);
    expect(await service.history()).toEqual(before);
  });

  test('PUT with the id of another person adds a viewing of one’s own and leaves the other', async () => {
    await service.scrobble(film);
    const before = await service.history();
    const viewing = { type: 'movie', tmdbId: 1, watchedAt: '2020-01-01T00:00:00Z', duration: 60 };
    expect((await ask('PUT', `/matinee/history/${before[0]?.id ?? ''}`, theirs, viewing)).status).toBe(200);
    expect(await service.history()).toEqual(before);
    expect((await ask('GET', '/matinee/history', theirs)).body.data).toMatchObject({ total: 1 });
  });

  test('the ids that one person sends for an episode change nothing for the other', async () => {
    const named = { type: 'episode', progress: 95, duration: 100, id: 62085 };
    await ask('POST', '/scrobble', theirs, named);
    await service.scrobble({ ...named, tvShowId: 1, seasonNumber: 9, episodeNumber: 9 });
    const { data } = (await ask('GET', '/matinee/history', theirs)).body;
    expect(data?.['items']).toMatchObject([{ media: { id: 62085 } }]);
    expect(JSON.stringify(data)).not.toContain('seasonNumber');
  });

  test('a connector that waits for review is found by its author alone', async () => {
    const submission = { name: 'Example', domains: ['www.example.test'], definition };
    const { data } = (await ask('POST', '/connectors/submit', service.sk, submission)).body;
    const path = `/matinee/connectors/${String(data?.['id'])}`;
    expect((await ask('GET', path, service.sk)).status).toBe(200);
    expect((await ask('GET', path, theirs)).status).toBe(404);
  });
});

describe('on the pages', () => {
  test('a member sees and revokes only keys of their own', async () => {
    const page = await signIn('ben');
    const [own] = await service.store.keys.list(service.owner.id);
    const html = await (await service.app.request('/keys', { headers: page })).text();
    expect(html).toContain('of ben');
    expect(html).not.toContain('test</strong>');
    await service.post(`/keys/${own?.id ?? ''}/revoke`, {}, page);
    expect(await service.store.keys.list(service.owner.id)).toHaveLength(2);
  });

  test('a member sees, changes and removes no viewing of another person', async () => {
    await service.scrobble(film);
    const before = await service.history();
    const id = before[0]?.id ?? '';
    const page = await signIn('ben');
    for (const path of ['/history', '/history?view=calendar', '/statistics', '/media/movie/10378'])
      expect(await (await service.app.request(path, { headers: page })).text()).not.toContain(id);
    expect((await service.app.request(`/history/entry/${id}`, { headers: page })).status).toBe(404);
    expect((await service.post(`/history/entry/${id}`, { at: '2020-01-01T20:00' }, page)).status).toBe(404);
    await service.post('/history/remove', { id }, page);
    expect(await service.history()).toEqual(before);
  });

  test('a member and a reviewer neither see, make nor withdraw an invitation', async () => {
    await service.store.users.add('rea', password, 'reviewer');
    await service.store.invitations.create(service.owner.id, 'member');
    const before = await service.store.invitations.list(service.owner.id);
    for (const name of ['ben', 'rea']) {
      const page = await signIn(name);
      const shown = await service.app.request('/invitations', { headers: page });
      expect(shown.status).toBe(403);
      expect(await shown.text()).not.toContain(before[0]?.hash ?? '');
      expect((await service.post('/invitations', { role: 'member' }, page)).status).toBe(403);
      const invitation = before[0]?.hash ?? '';
      expect((await service.post('/invitations/withdraw', { invitation }, page)).status).toBe(403);
    }
    expect(await service.store.invitations.list(service.owner.id)).toEqual(before);
    expect(await service.store.invitations.list(theirId)).toEqual([]);
  });

  test('a member ends no sign-in of another person', async () => {
    await service.store.logins.open(service.owner.id, { address: '', browser: '' });
    const [login] = await service.store.logins.list(service.owner.id);
    await service.post('/account/sign-out', { login: login?.hash ?? '' }, await signIn('ben'));
    expect(await service.store.logins.list(service.owner.id)).toHaveLength(1);
  });

  test('a member does not decide about connectors, a reviewer does', async () => {
    await service.store.users.add('rea', password, 'reviewer');
    const submission = { name: 'Example', domains: ['www.example.test'], definition };
    const { data } = (await ask('POST', '/connectors/submit', service.sk, submission)).body;
    const path = `/connectors/${String(data?.['id'])}/review`;
    const member = await signIn('ben');
    expect((await service.post(path, { decision: 'accept' }, member)).status).toBe(403);
    expect(await (await service.app.request('/connectors', { headers: member })).text()).not.toContain(
      'www.example.test',
    );
    expect((await service.post(path, { decision: 'accept' }, await signIn('rea'))).status).toBe(303);
    expect((await ask('GET', '/matinee/connectors?status=accepted', theirs)).body.data).toMatchObject({
      items: [{ name: 'Example' }],
    });
  });

  test('a device that a member approves belongs to the member', async () => {
    const code = (await ask('POST', '/auth/device/code', '', {})).body;
    const page = await signIn('ben');
    await service.post('/device', { user_code: String(code['user_code']), decision: 'approve' }, page);
    const token = await ask('POST', '/auth/device/token', '', {
      device_code: code['device_code'],
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });
    expect(token.body['account_id']).toBe(theirId);
    await service.scrobble(film, String(token.body['access_token']));
    expect(await service.history()).toEqual([]);
    expect((await ask('GET', '/matinee/history', theirs)).body.data).toMatchObject({ total: 1 });
  });
});
