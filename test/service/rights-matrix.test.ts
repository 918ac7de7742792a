import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceGrantType, extensionClientId } from '../../src/protocol/tracker/device-sign-in';
import { startTest, type ServiceUnderTest } from './service-under-test';

// Every route of the service, those of tomorrow too: who is not signed in gets nothing but what is listed here,
// and a member neither sees nor changes anything of another person, whose ids stand in the path and the body.

/** Routes that answer without a key and a sign-in. */
const PUBLIC = [
  'GET /healthz',
  'GET /readyz',
  // The sign-in of devices, and how clients find it.
  'POST /api/v1/auth/device/code',
  'POST /api/v1/auth/device/token',
  'GET /api/v1/auth/device/verify',
  'GET /api/v1/auth/device/qr',
  'POST /api/v1/auth/revoke',
  'GET /.well-known/oauth-authorization-server',
  'GET /api/v1/openapi.json',
  'GET /api',
  // Published connectors, accepted ones, and reports of their pages without a person.
  'GET /api/v1/connectors',
  'GET /api/v1/connectors/catalogue',
  'GET /api/v1/connectors/catalogue/:sha256{[0-9a-f]+}',
  'POST /api/v1/connectors/reports',
  'GET /api/v1/connectors/lists',
  'GET /api/v1/connectors/lists/:list{[0-9a-f]+}/:name{[0-9a-z.-]+}',
  'GET /api/v1/connectors/lists/:list{[0-9a-f]+}/targets/:name{[0-9a-z.-]+}',
  // Files of the pages, the same for everybody.
  'GET /passkey.js',
  'GET /replay.js',
  'GET /year-card.js',
  'GET /manifest.webmanifest',
  // The key is in its name.
  'GET /feed/:file{pk_[\\w-]{1,190}\\.ics}',
  'GET /style.css',
  'GET /icon.svg',
  'GET /poster/:kind{movie|show}/:file{[0-9]+}',
  // Where the titles come from, and what their sources ask to be said.
  'GET /about',
  'GET /film-database',
  // The way in and out.
  'GET /welcome',
  'POST /welcome',
  'GET /invitation/:secret',
  'POST /invitation/:secret',
  'GET /sign-in',
  'POST /sign-in',
  'POST /sign-in/passkey',
  'POST /sign-out',
  'GET /',
];

const password = 'correct horse battery';
let service: ServiceUnderTest;
let theirId: string;
let theirKey: string;
beforeEach(async () => {
  service = await startTest();
  await service.store.users.claim('ada', password);
  theirId = (await service.store.users.add('ben', password, 'member'))?.id ?? '';
  theirKey = await service.store.keys.create(theirId, 'sk', 'of ben');
});
afterEach(() => service.close());

const routes = () => [...new Set(service.app.routes.map(({ method, path }) => `${method} ${path}`))];
const personal = () => routes().filter((route) => !PUBLIC.includes(route));

/** An id of the same form that nobody has. */
const unknown = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

/** The path of a route, with the value for each of its parameters that has an id. */
function fill(path: string, id: string): string {
  const filled = path
    .replace(/:product\{(?:[^{}]|\{[^}]*\})*\}/, 'plex')
    .replace(/:(?:tmdbId|show|season|episode)\b(?:\{(?:[^{}]|\{[^}]*\})*\})?/g, '7')
    .replace(/:\w+(?:\{(?:[^{}]|\{[^}]*\})*\})?/g, id);
  return filled;
}

async function ask(route: string, id: string, { headers = {}, body }: Asked = {}) {
  const [method = '', path = ''] = route.split(' ');
  const isApi = path.startsWith('/api/');
  const type = isApi ? 'application/json' : 'application/x-www-form-urlencoded';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await service.app.request(fill(path, id), {
    method,
    headers: { origin: 'http://localhost', ...(hasBody ? { 'content-type': type } : {}), ...headers },
    ...(hasBody ? { body: body ?? (isApi ? '{}' : '') } : {}),
  });
  return { status: response.status, to: response.headers.get('location') ?? '', text: await response.text() };
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

test('each route that is said to be public is one of the service', () => {
  expect(PUBLIC.filter((route) => !routes().includes(route))).toEqual([]);
});

test('without a key or a sign-in every other route answers nothing', async () => {
  const answering: string[] = [];
  for (const route of personal()) {
    const { status, to } = await ask(route, '7');
    const isRefused = route.includes(' /api/')
      ? status === 401 || (route.includes('/webhooks/') && status === 404)
      : status === 303 && to.startsWith('/sign-in');
    if (!isRefused) answering.push(`${route}: ${String(status)} ${to}`);
  }
  expect(answering).toEqual([]);
});

/** What the extension asks of a tracker, and so all that its sign-in opens. */
const OF_THE_EXTENSION = [
  'POST /api/v1/scrobble',
  'GET /api/v1/scrobble',
  'POST /api/v1/history',
  'DELETE /api/v1/history',
  'POST /api/v1/ratings',
  'DELETE /api/v1/ratings',
  'POST /api/v1/watchlist',
  'DELETE /api/v1/watchlist',
  'POST /api/v1/favorites',
  'DELETE /api/v1/favorites',
  'GET /api/v1/lists/:id/items',
  'POST /api/v1/media/resolve',
  'POST /api/v1/media/status',
  'POST /api/v1/media/show-progress',
  'GET /api/v1/dashboard',
  'GET /api/v1/dashboard/widget',
  'GET /api/v1/channels',
  'GET /api/v1/channels/:id',
  'GET /api/v1/me',
  'POST /api/v1/connectors/submit',
  'GET /api/v1/matinee/connectors',
  'POST /api/v1/matinee/resolve',
  'GET /api/v1/matinee/history',
  'PUT /api/v1/matinee/history/:id',
  'DELETE /api/v1/matinee/history/:id',
  'POST /api/v1/matinee/companions',
  'GET /api/v1/matinee/ratings',
  'PUT /api/v1/matinee/ratings',
  'POST /api/v1/matinee/site-ids',
  'GET /api/v1/matinee/settings-copy',
  'POST /api/v1/matinee/settings-copy',
  // A history that was kept in the browser moves to the tracker.
  'POST /api/v1/matinee/imports',
  'GET /api/v1/matinee/imports/:id',
  'POST /api/v1/matinee/imports/:id/store',
];

test('the sign-in of the extension opens what it asks for, and no other route', async () => {
  const asked = { body: { client_id: extensionClientId }, key: undefined };
  const { body: device } = await service.call('POST', '/auth/device/code', asked);
  await service.store.devices.decide(String(device['user_code']), theirId, 'approved');
  const grant = { device_code: String(device['device_code']), grant_type: deviceGrantType };
  const { body: granted } = await service.call('POST', '/auth/device/token', { body: grant, key: undefined });
  expect(granted['scope']).toBe('extension');
  const headers = { 'x-api-key': String(granted['access_token']) };
  const open: string[] = [];
  for (const route of personal().filter((one) => one.includes(' /api/')))
    if (![401, 403, 404].includes((await ask(route, '7', { headers })).status)) open.push(route);
  const missing = await Promise.all(
    OF_THE_EXTENSION.filter((route) => !open.includes(route)).map(
      async (route) => (await ask(route, '7', { headers })).status,
    ),
  );
  expect(open.filter((route) => !OF_THE_EXTENSION.includes(route))).toEqual([]);
  // Nothing has the id 7.
  expect([...new Set(missing)]).toEqual([404]);
});

describe('with what another person has', () => {
  /** Everything of the owner that has an id, and texts that only the owner may read. */
  async function fillAccount() {
    const film = { type: 'movie', tmdbId: 10_378, progress: 95, duration: 100 };
    await service.scrobble(film);
    await service.scrobble({ ...film, tmdbId: 45_745 });
    const [viewing, other] = await service.history();
    const removed = await service.call('POST', '/matinee/removals', { body: { ids: [other?.id] } });
    const file = JSON.stringify([{ watched_at: '2020-01-01T00:00:00Z', movie: { ids: { tmdb: 5 } } }]);
    const opened = await service.call('POST', '/matinee/imports', { body: file });
    const connector = await service.call('POST', '/connectors/submit', {
      body: { name: 'Connector of ada', domains: ['ada.example.test'], definition },
    });
    await service.call('PUT', '/matinee/dropped/1399');
    const list = await service.call('POST', '/lists', { body: { name: 'List of ada' } });
    const entry = { type: 'movie', id: 5 };
    await service.call('POST', `/lists/${String(list.body['id'])}/items`, { body: entry });
    for (const shelf of ['watchlist', 'favorites', 'collection'])
      await service.call('POST', `/${shelf}`, { body: entry });
    await service.call('POST', '/ratings', { body: { type: 'tv', id: 1396, rating: 9, review: 'Of ada' } });
    await service.signedIn();
    await service.store.invitations.create(service.owner.id, 'member');
    const [invitation] = await service.store.invitations.list(service.owner.id);
    const [key] = await service.store.keys.list(service.owner.id);
    const [login] = await service.store.logins.list(service.owner.id);
    const ids = {
      viewing: viewing?.id ?? '',
      undo: String(removed.body.data?.['undo']),
      import: String(opened.body.data?.['id']),
      connector: String(connector.body.data?.['id']),
      list: String(list.body['id']),
      key: key?.id ?? '',
      login: login?.hash ?? '',
      invitation: invitation?.hash ?? '',
    };
    expect(Object.values(ids).filter((id) => id === '' || id === 'undefined')).toEqual([]);
    return ids;
  }
  type Ids = Awaited<ReturnType<typeof fillAccount>>;

  /** What reaches the work of a route. All others get `{}`. */
  const bodies = (ids: Ids): Record<string, unknown> => ({
    'PATCH /api/v1/matinee/history/:id': { watchedAt: '2020-01-01T00:00:00Z' },
    'PUT /api/v1/matinee/history/:id': {
      type: 'movie',
      tmdbId: 1,
      duration: 60,
      watchedAt: '2020-01-01T00:00:00Z',
    },
    'POST /api/v1/matinee/removals': { ids: [ids.viewing] },
    'POST /api/v1/matinee/removals/undo': { undo: ids.undo },
    'POST /api/v1/lists/:id/items': { type: 'movie', id: 6 },
    'PUT /api/v1/matinee/ratings': { type: 'movie', tmdbId: 10_378, rating: 1 },
  });
  /** Fields of all forms: each takes those that it knows. */
  const form = (ids: Ids) =>
    new URLSearchParams({
      id: ids.viewing,
      removal: ids.undo,
      undo: ids.undo,
      login: ids.login,
      invitation: ids.invitation,
      role: 'member',
      at: '2020-01-01T20:00',
      decision: 'accept',
      question: '{}',
      choice: 'leave',
    }).toString();

  /** All that the owner has. */
  async function everything(ids: Ids) {
    const paths = [
      '/watchlist',
      '/favorites',
      '/collection',
      '/lists',
      `/lists/${ids.list}/items`,
      '/matinee/history',
      '/matinee/progress',
      '/ratings',
      '/matinee/imports',
      '/matinee/connectors',
      '/matinee/dropped',
      '/matinee/export',
    ];
    const answers = await Promise.all(paths.map(async (path) => (await service.call('GET', path)).body));
    const keys = await service.store.keys.list(service.owner.id);
    const logins = await service.store.logins.list(service.owner.id);
    const invitations = await service.store.invitations.list(service.owner.id);
    return { answers, invitations, keys: keys.map(({ id }) => id), logins: logins.map(({ hash }) => hash) };
  }

  test('every route leaves it as it was, and shows nothing of it', async () => {
    const ids = await fillAccount();
    // The first listing asks the catalogue for the titles.
    await everything(ids);
    const before = await everything(ids);
    const secrets = [...Object.values(ids), 'Connector of ada', 'ada.example.test', 'List of ada', 'Of ada'];
    const showing: string[] = [];
    // A viewing that is put under an id is one of their own from then on.
    const puts = 'PUT /api/v1/matinee/history/:id';
    for (const route of [...personal().filter((one) => one !== puts), puts])
      for (const id of Object.values(ids)) {
        const isApi = route.includes(' /api/');
        // A new sign-in for each: some routes end it.
        const headers: Record<string, string> = isApi
          ? { 'x-api-key': theirKey }
          : { cookie: await service.signedIn(theirId) };
        const body = isApi ? JSON.stringify(bodies(ids)[route] ?? {}) : form(ids);
        const { status, text, to } = await ask(route, id, { headers, body });
        const isNamed = route.includes(':');
        if (isNamed && status !== (await ask(route, unknown(id), { headers, body })).status)
          showing.push(`${route}: another answer than to an id that nobody has`);
        // The id of the path may be repeated, such as in the answer to a viewing that was put under it.
        const shown = secrets.filter((secret) => secret !== id && `${text} ${to}`.includes(secret));
        if (shown.length > 0) showing.push(`${route}: ${shown.join(', ')}`);
        if (!isNamed) break;
      }
    expect(showing).toEqual([]);
    expect(await everything(ids)).toEqual(before);
    expect(service.faults).toEqual([]);
  });
});

const definition = {
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['ada.example.test'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ title: true }] } }],
  verified: { date: null, how: 'never' },
};
