import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceGrantType } from '../../src/protocol/tracker/device-sign-in';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const open = async () =>
  (await service.call('POST', '/auth/device/code', { key: undefined, body: { client_name: 'A browser' } }))
    .body as unknown as {
    device_code: string;
    user_code: string;
    verification_uri: string;
    expires_in: number;
    interval: number;
  };
const poll = (code: string, more: object = {}) =>
  service.call('POST', '/auth/device/token', {
    key: undefined,
    body: { device_code: code, grant_type: deviceGrantType, ...more },
  });
const decide = (code: string, decision: 'approved' | 'denied') =>
  service.store.devices.decide(code, service.owner.id, decision);

describe('POST /auth/device/code', () => {
  test('gives the fields of RFC 8628 without a key', async () => {
    expect(await open()).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as string,
      verification_uri: 'http://localhost/device',
      verification_uri_complete: expect.stringMatching(/^http:\/\/localhost\/device\?user_code=/) as string,
      expires_in: 900,
      interval: 5,
    });
  });

  test.each([[{ name: 'x' }], [{ client_name: '' }], [{ client_name: 7 }], [[]], ['{']])(
    'refuses %j',
    async (body) => {
      const answer = await service.call('POST', '/auth/device/code', { key: undefined, body });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('VALIDATION_ERROR');
    },
  );

  test('gives one address 60 codes in 10 minutes, then 429', async () => {
    for (let count = 0; count < 60; count += 1) await open();
    const answer = await service.call('POST', '/auth/device/code', { key: undefined, body: {} });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    service.wait(601);
    expect((await open()).user_code).toBeDefined();
  });
});

describe('POST /auth/device/token', () => {
  test('gives no token to a device that was approved before all devices were signed out', async () => {
    const { device_code: code, user_code: shown } = await open();
    await decide(shown, 'approved');
    await service.store.keys.revokeDevices(service.owner.id);
    expect((await poll(code)).status).toBe(403);
    expect(await service.store.keys.list(service.owner.id)).not.toContainEqual(
      expect.objectContaining({ kind: 'mt' }),
    );
  });

  test('is pending until the approval, then returns a Bearer token that may write', async () => {
    const { device_code: code, user_code: userCode } = await open();
    expect((await poll(code)).body).toEqual({
      error: 'authorization_pending',
      message: expect.any(String) as string,
    });
    service.wait(5);
    await decide(userCode, 'approved');
    const answer = await poll(code);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^mt_/) as string,
      token_type: 'Bearer',
      expires_in: 7_776_000,
      account_id: expect.any(String) as string,
    });
    const headers = { authorization: `Bearer ${String(answer.body['access_token'])}` };
    const update = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 };
    expect((await service.call('POST', '/scrobble', { key: undefined, body: update, headers })).status).toBe(
      200,
    );
  });

  test('the token ends after expires_in seconds', async () => {
    const { device_code: code, user_code: userCode } = await open();
    await decide(userCode, 'approved');
    const key = String((await poll(code)).body['access_token']);
    service.wait(7_776_000 - 1);
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(200);
    service.wait(1);
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(401);
  });

  test('answers slow_down to an early poll and adds 5 seconds to the interval', async () => {
    const { device_code: code } = await open();
    await poll(code);
    service.wait(2);
    expect((await poll(code)).body.error).toBe('slow_down');
    service.wait(6);
    const early = await poll(code);
    expect([early.status, early.body.error]).toEqual([429, 'slow_down']);
    service.wait(15);
    expect((await poll(code)).body.error).toBe('authorization_pending');
  });

  test.each([
    ['refused', 'access_denied', 403, (code: string) => decide(code, 'denied')],
    ['expired', 'expired_token', 400, async () => service.wait(901)],
  ] as const)('%s: %s with status %i', async (_, error, status, happen) => {
    const { device_code: code, user_code: userCode } = await open();
    await happen(userCode);
    const answer = await poll(code);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(error);
  });

  test('an expired code can no longer be approved', async () => {
    const { user_code: userCode } = await open();
    service.wait(900);
    expect(await decide(userCode, 'approved')).toBe(false);
  });

  test('a device code gives one token', async () => {
    const { device_code: code, user_code: userCode } = await open();
    await decide(userCode, 'approved');
    expect((await poll(code)).status).toBe(200);
    service.wait(120);
    expect((await poll(code)).body.error).toBe('invalid_grant');
  });

  test('a second poll within 2 minutes gives a new token and revokes the first', async () => {
    const { device_code: code, user_code: userCode } = await open();
    await decide(userCode, 'approved');
    const lost = String((await poll(code)).body['access_token']);
    service.wait(60);
    const kept = String((await poll(code)).body['access_token']);
    expect((await service.call('GET', '/dashboard', { key: lost })).status).toBe(401);
    expect((await service.call('GET', '/dashboard', { key: kept })).status).toBe(200);
    const keys = await service.store.keys.list(service.owner.id);
    expect(keys.filter(({ kind }) => kind === 'mt')).toHaveLength(1);
    service.wait(60);
    expect((await poll(code)).body.error).toBe('invalid_grant');
    expect((await service.call('GET', '/dashboard', { key: kept })).status).toBe(200);
  });

  test('an unknown device code gets invalid_grant', async () => {
    expect((await poll('x'.repeat(43))).body.error).toBe('invalid_grant');
  });

  test.each([
    ['no device_code', { device_code: undefined }, 'device_code'],
    ['an empty device_code', { device_code: '' }, 'device_code'],
    ['a device_code that is no text', { device_code: 7 }, 'device_code'],
    ['no grant_type', { grant_type: undefined }, 'grant_type'],
    ['another grant_type', { grant_type: 'password' }, 'grant_type'],
    ['a field too many', { client_secret: 'x' }, 'client_secret'],
  ])('%s: 400 naming the field', async (_, more, field) => {
    const { device_code: code } = await open();
    const answer = await poll(code, more);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(answer.body.message).toContain(`\`${field}\``);
  });
});

describe('the page /device', () => {
  const account = { name: 'ada', password: 'correct horse' };
  const claim = async () => ({ cookie: cookieOf(await service.post('/welcome', account)) });
  const get = (path: string, headers: Record<string, string> = {}) =>
    Promise.resolve(service.app.request(path, { headers }));

  test('redirects to the first visit, later to the sign-in, and back', async () => {
    const first = await get('/device?user_code=BCDF-GHJK');
    expect(first.headers.get('location')).toBe('/welcome?next=%2Fdevice%3Fuser_code%3DBCDF-GHJK');
    const made = await service.post('/welcome', { ...account, next: '/device?user_code=BCDF-GHJK' });
    expect(made.headers.get('location')).toBe('/device?user_code=BCDF-GHJK');
    expect((await get('/device')).headers.get('location')).toMatch(/^\/sign-in/);
  });

  test('shows the name of the device and approves it', async () => {
    const signedIn = await claim();
    const { device_code: code, user_code: userCode } = await open();
    const typed = userCode.toLowerCase().replace('-', ' ');
    const page = await service.post('/device', { user_code: typed }, signedIn);
    const html = await page.text();
    expect(html).toContain('A browser');
    expect(html).toContain('in-process');
    expect(html).toContain('<time datetime="2026-01-15T20:00:00.000Z">');
    expect(html).toContain(userCode);
    expect((await poll(code)).body.error).toBe('authorization_pending');
    expect(
      (await service.post('/device', { user_code: userCode, decision: 'approve' }, signedIn)).status,
    ).toBe(200);
    service.wait(5);
    expect((await poll(code)).status).toBe(200);
  });

  test('denies it', async () => {
    const signedIn = await claim();
    const { device_code: code, user_code: userCode } = await open();
    await service.post('/device', { user_code: userCode, decision: 'deny' }, signedIn);
    expect((await poll(code)).body.error).toBe('access_denied');
  });

  test('a form of another site or without the cookie approves nothing', async () => {
    const signedIn = await claim();
    const { user_code: userCode } = await open();
    const form = { user_code: userCode, decision: 'approve' };
    expect(
      (await service.post('/device', form, { ...signedIn, origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await service.post('/device', form, { ...signedIn, origin: 'null' })).status).toBe(403);
    expect((await service.post('/device', form)).status).toBe(303);
    expect(await service.store.devices.waiting(userCode)).toMatchObject({ name: 'A browser' });
  });

  test('after ten wrong codes even the right one gets 429', async () => {
    const signedIn = await claim();
    const { user_code: userCode } = await open();
    for (let guess = 0; guess < 10; guess += 1) {
      expect(
        (await service.post('/device', { user_code: 'ZZZZ-ZZZZ', decision: 'approve' }, signedIn)).status,
      ).toBe(404);
    }
    expect(
      (await service.post('/device', { user_code: userCode, decision: 'approve' }, signedIn)).status,
    ).toBe(429);
  });

  test('a name with markup is escaped', async () => {
    const signedIn = await claim();
    const { body } = await service.call('POST', '/auth/device/code', {
      key: undefined,
      body: { client_name: '<img src=x onerror=alert(1)>' },
    });
    const form = { user_code: String(body['user_code']) };
    const html = await (await service.post('/device', form, signedIn)).text();
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img');
  });
});
