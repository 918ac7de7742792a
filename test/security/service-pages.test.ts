import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { startTest, type ServiceUnderTest } from '../service/service-under-test';

// Every route of the service, from its own list: a new one is tested, or fails for want of a sample.

const owner = { name: 'ada', password: 'correct horse' };
let service: ServiceUnderTest;
let cookie: string;
beforeAll(async () => {
  service = await startTest();
  await service.post('/welcome', owner);
});
beforeEach(async () => {
  // The attempts of the test before no longer count.
  service.wait(4000);
  cookie = await service.signedIn();
});
afterAll(() => service.close());

/** A value for each parameter of a path. */
const samples: Readonly<Record<string, string>> = {
  id: '1',
  tmdbId: '10378',
  show: '1396',
  season: '1',
  episode: '1',
  kind: 'movie',
  file: '10378',
  sha256: '0',
  list: '0',
  name: '0.json',
  widget: 'up-next',
  secret: 'none',
};
const filled = (path: string) =>
  path.replaceAll(/:(\w+)(?:\{(?:[^{}]|\{[^}]*\})*\})?/g, (_, name: string) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`${path}: add a sample for ${name}`);
    return sample;
  });
const routes = (method: string, isApi: boolean) => [
  ...new Set(
    service.app.routes
      .filter((one) => one.method === method && one.path.startsWith('/api/') === isApi)
      .map(({ path }) => filled(path)),
  ),
];

/** `script-src` stands where the one script does, and nowhere else. */
async function checkPolicy(path: string, response: Response): Promise<void> {
  const policy = response.headers.get('content-security-policy') ?? '';
  const text = await response.text();
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  const hasScript = isPage && text.includes('<script');
  expect(policy, path).toBe(
    `default-src 'none'; ${hasScript ? "script-src 'self'; " : ''}style-src 'self'; img-src 'self'; manifest-src 'self'; ` +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  if (!isPage) return;
  expect(
    text.replaceAll(/<script src="\/(?:passkey|year-card)\.js" defer><\/script>/g, ''),
    path,
  ).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
}

test('every page and operation has the policy, signed in and signed out, and no inline script or style', async () => {
  const paths = [...routes('GET', false), ...routes('GET', true), '/nothing', '/api/v1/nothing'];
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths)
    for (const headers of [{}, { cookie, 'x-api-key': service.sk }])
      await checkPolicy(path, await service.app.request(path, { headers }));
  expect(service.faults).toEqual([]);
});

test('every answer to a form has the policy, whatever is in it', async () => {
  for (const path of routes('POST', false))
    for (const headers of [{}, { cookie }])
      await checkPolicy(path, await service.post(path, { next: '"><script>' }, headers));
});

test('no form is accepted from another site', async () => {
  const forms = routes('POST', false);
  expect(forms.length).toBeGreaterThan(10);
  for (const path of forms)
    for (const origin of ['https://evil.example', 'null', ''])
      expect((await service.post(path, {}, { cookie, origin })).status, `${path} ${origin}`).toBe(403);
});

test('every form of a page is one of these, and is sent to the service itself', async () => {
  const [pages, forms] = [routes('GET', false), routes('POST', false)];
  for (const path of pages) {
    const response = await service.app.request(path, { headers: { cookie } });
    const text = await response.text();
    for (const [form, action = ''] of text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>/g))
      expect(
        (form.includes('method="get"') ? pages : forms).map((one) => one.replace('/1', '')),
        `${path}: ${action}`,
      ).toContain(action.replace(/\/[0-9][0-9a-v]{8,}/, ''));
  }
});

describe('what is limited states its limit', () => {
  const definition = {
    version: 1,
    id: 'example',
    name: 'Example',
    hosts: ['www.example.test'],
    pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ title: true }] } }],
    verified: { date: null, how: 'never' },
  };
  const submission = { name: 'x', domains: ['www.example.test'], definition };
  const json = (path: string, body: unknown) => () =>
    service.app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.sk },
      body: JSON.stringify(body),
    });
  const form = (path: string, fields: Record<string, string>) => () => service.post(path, fields, { cookie });
  const wrong = { ...owner, password: 'wrong' };
  test.each([
    ['sign-in', 10, () => service.post('/sign-in', wrong)],
    ['sign-in with a passkey', 10, () => service.post('/sign-in/passkey', {})],
    ['password', 10, form('/account/password', { current: 'wrong', password: 'long enough' })],
    ['code of a device', 10, form('/device', { user_code: 'BCDF-GHJK' })],
    ['request of a device code', 60, json('/auth/device/code', {})],
    ['submission', 5, json('/connectors/submit', submission)],
  ] as const)('%s', async (_, limit, attempt) => {
    for (let left = limit - 1; left >= 0; left -= 1) {
      const { status, headers } = await attempt();
      expect(status).not.toBe(429);
      expect(Number(headers.get('ratelimit-limit'))).toBe(limit);
      expect(Number(headers.get('ratelimit-remaining'))).toBe(left);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    const { status, headers } = await attempt();
    expect(status).toBe(429);
    expect(headers.get('ratelimit-remaining')).toBe('0');
    expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('over a socket', () => {
  let running: RunningService;
  afterEach(() => running.close());

  test('the answer to a first visit has the policy and its limit', async () => {
    running = await startService({ dataDir: ':memory:' });
    const answer = await fetch(`${running.url}/welcome`, {
      method: 'POST',
      headers: { origin: running.url },
      body: new URLSearchParams({ code: 'BCDF-GHJK', name: 'eve', password: 'long enough' }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
    await checkPolicy('/welcome', answer);
  });
});
