import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceGrantType } from '../../src/protocol/tracker/device-sign-in';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

// Clients of OAuth that know nothing of this tracker sign a device in (RFC 8628, 8414 and 7009).

const origin = 'http://localhost';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest({ deviceIntervalSeconds: 1 });
});
afterEach(() => service.close());

const send = async (url: string | URL, init?: RequestInit | openid.CustomFetchOptions) =>
  service.app.fetch(new Request(url, init as RequestInit));
const approve = (code: string) => service.store.devices.decide(code, service.owner.id, 'approved');
const post = (path: string, fields: Record<string, string> | string[][]) =>
  service.call('POST', path, {
    key: undefined,
    headers: form,
    body: new URLSearchParams(fields).toString(),
  });

test('oauth4webapi discovers the server, signs a device in and revokes its token', async () => {
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: send };
  const found = await oauth.discoveryRequest(new URL(origin), { ...options, algorithm: 'oauth2' });
  const server = await oauth.processDiscoveryResponse(new URL(origin), found);
  const client: oauth.Client = { client_id: 'living-room' };
  const asked = await oauth.deviceAuthorizationRequest(
    server,
    client,
    oauth.None(),
    { scope: 'scrobble' },
    options,
  );
  const device = await oauth.processDeviceAuthorizationResponse(server, client, asked);
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      server,
      client,
      await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, options),
    );
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 });
  expect(await service.store.devices.waiting(device.user_code)).toMatchObject({
    name: 'living-room',
    scope: 'scrobble',
  });
  service.wait(1);
  await approve(device.user_code);
  const token = await poll();
  expect(token).toMatchObject({ token_type: 'bearer', scope: 'scrobble', expires_in: 7_776_000 });
  const film = { type: 'movie', tmdbId: 1, progress: 1, duration: 100 };
  expect((await service.scrobble(film, token.access_token)).status).toBe(200);
  expect((await service.call('GET', '/matinee/history', { key: token.access_token })).status).toBe(403);
  const ended = await oauth.revocationRequest(server, client, oauth.None(), token.access_token, options);
  await oauth.processRevocationResponse(ended);
  expect((await service.scrobble(film, token.access_token)).status).toBe(401);
});

test('openid-client discovers the server and waits for the approval', async () => {
  const config = await openid.discovery(new URL(origin), 'kitchen', undefined, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: send,
  });
  const device = await openid.initiateDeviceAuthorization(config, {});
  await approve(device.user_code);
  const token = await openid.pollDeviceAuthorizationGrant(config, device);
  expect(token.scope).toBeUndefined();
  expect((await service.call('GET', '/matinee/history', { key: token.access_token })).status).toBe(200);
});

test('the extension need not ask for a scope: its sign-in has its own, and the page says which', async () => {
  const account = { name: 'ada', password: 'correct horse' };
  const signedIn = { cookie: cookieOf(await service.post('/welcome', account)) };
  const device = (await post('/auth/device/code', { client_id: 'matinee-extension' })).body;
  const form = { user_code: String(device['user_code']) };
  const page = await (await service.post('/device', form, signedIn)).text();
  expect(page).toContain('what the browser extension needs');
  await service.post('/device', { ...form, decision: 'approve' }, signedIn);
  const grant = { device_code: String(device['device_code']), grant_type: deviceGrantType };
  const { access_token: key, scope } = (await post('/auth/device/token', grant)).body;
  expect(scope).toBe('extension');
  const list = await service.app.request('/keys', { headers: signedIn });
  expect(await list.text()).toContain('What the browser extension needs');
  const rights = await Promise.all(
    ['/dashboard', '/matinee/export', '/lists'].map(
      async (path) => (await service.call('GET', path, { key: String(key) })).status,
    ),
  );
  expect(rights).toEqual([200, 403, 403]);
});

describe('a form', () => {
  const open = async (fields: Record<string, string>) => (await post('/auth/device/code', fields)).body;

  test.each([
    ['', undefined],
    ['read', 'read'],
    ['scrobble', 'scrobble'],
    ['read scrobble', 'all'],
    ['offline_access', 'all'],
    ['extension', 'extension'],
  ])('asks for the scope "%s" and receives %s', async (scope, granted) => {
    const device = await open({ client_id: 'x', scope });
    await approve(String(device['user_code']));
    const fields = {
      device_code: String(device['device_code']),
      grant_type: deviceGrantType,
      client_id: 'x',
    };
    expect((await post('/auth/device/token', fields)).body['scope']).toBe(granted);
  });

  test('may contain fields that nobody knows here, but none twice', async () => {
    expect((await post('/auth/device/code', { audience: 'x', client_name: '' })).status).toBe(200);
    const twice = await post('/auth/device/code', [
      ['client_id', 'a'],
      ['client_id', 'b'],
    ]);
    expect(twice.status).toBe(400);
    expect(twice.body.message).toContain('`client_id`');
  });

  test('is refused where an operation takes JSON only', async () => {
    expect((await service.call('POST', '/scrobble', { headers: form, body: 'type=movie' })).status).toBe(415);
  });

  test('without a device code is answered with 400 that names it', async () => {
    const answer = await post('/auth/device/token', { grant_type: deviceGrantType });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.message).toContain('`device_code`');
  });
});

test('JSON bodies take client_id and scope, and no other field more than before', async () => {
  const ask = (body: object) => service.call('POST', '/auth/device/code', { key: undefined, body });
  expect((await ask({ client_id: 'x', scope: 'read' })).status).toBe(200);
  expect((await ask({ client_id: 'x', audience: 'y' })).status).toBe(400);
});

test('the page says what the device may do, and warns of codes that others send', async () => {
  const account = { name: 'ada', password: 'correct horse' };
  const signedIn = { cookie: cookieOf(await service.post('/welcome', account)) };
  const first = await (await service.app.request('/device', { headers: signedIn })).text();
  expect(first).toContain('somebody sent you');
  expect(first).toContain('autofocus');
  const device = (await post('/auth/device/code', { client_id: 'x', scope: 'scrobble' })).body;
  const form = { user_code: String(device['user_code']) };
  const html = await (await service.post('/device', form, signedIn)).text();
  expect(html).toContain('record what you watch.');
  expect(html).not.toContain('change your history');
  expect(html).toContain('Did you just start signing in yourself');
});
