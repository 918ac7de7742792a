import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { pollDeviceToken, requestDeviceCode } from '../../src/tracker/device';
import { startFaultServer, type FaultServer } from './fault-server';

describe('the device sign-in with the real service', () => {
  const clock = { now: Date.UTC(2026, 0, 15, 20) };
  const now = () => clock.now;
  let service: RunningService;
  beforeEach(async () => {
    service = await startService({ dataDir: ':memory:', now });
  });
  afterEach(() => service.close());
  const options = () => ({ baseUrl: service.baseUrl, fetch, now });

  test('leads from the code over pending and slow-down to a working token', async () => {
    const code = await requestDeviceCode('A browser', options());
    expect(code).toMatchObject({ interval: 5, expires_in: 900, verification_uri: `${service.url}/device` });
    expect(await pollDeviceToken(code.device_code, options())).toEqual({ state: 'pending' });
    expect(await pollDeviceToken(code.device_code, options())).toEqual({ state: 'slow-down' });
    expect(await service.decideDevice(code.user_code, 'approved')).toBe(true);
    clock.now += 11_000;
    const answer = await pollDeviceToken(code.device_code, options());
    expect(answer).toMatchObject({ state: 'approved', expiresIn: 7_776_000 });
    const token = answer.state === 'approved' ? answer.token : '';
    expect(
      (await fetch(`${service.baseUrl}/dashboard`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
    clock.now += 120_000;
    expect(await pollDeviceToken(code.device_code, options())).toEqual({ state: 'expired' });
  });

  test('ends when the user refuses, and when the code expires', async () => {
    const refused = await requestDeviceCode('A browser', options());
    await service.decideDevice(refused.user_code, 'denied');
    expect(await pollDeviceToken(refused.device_code, options())).toEqual({ state: 'denied' });
    const expired = await requestDeviceCode('A browser', options());
    clock.now += 901_000;
    expect(await pollDeviceToken(expired.device_code, options())).toEqual({ state: 'expired' });
  });
});

describe('the device sign-in with a tracker that misbehaves', () => {
  let fault: FaultServer;
  beforeEach(async () => {
    fault = await startFaultServer();
  });
  afterEach(() => fault.close());
  const options = () => ({ baseUrl: fault.baseUrl, fetch, now: Date.now, timeoutMs: 2000 });
  const answerWith = (status: number, body: unknown) => {
    fault.answer = (_, response) => response.writeHead(status).end(JSON.stringify(body));
  };
  const code = {
    device_code: 'd',
    user_code: 'U',
    verification_uri: 'https://tracker.example/device',
    expires_in: 60,
  };
  const token = { access_token: 't', token_type: 'bearer', expires_in: 7 };

  test('an absent interval is 5 seconds, an envelope is unwrapped', async () => {
    answerWith(200, code);
    expect((await requestDeviceCode('x', options())).interval).toBe(5);
    answerWith(200, { success: true, data: { ...code, interval: 7 } });
    expect((await requestDeviceCode('x', options())).interval).toBe(7);
    answerWith(200, token);
    expect(await pollDeviceToken('d', options())).toEqual({ state: 'approved', token: 't', expiresIn: 7 });
  });

  test.each([
    [{ ...code, verification_uri: 'javascript:alert(1)' }],
    [{ ...code, verification_uri_complete: 'data:text/html,x' }],
    [{ ...code, expires_in: -1 }],
    [{ ...code, interval: 'often' }],
    [{ ...code, user_code: 'x'.repeat(1000) }],
    [{}],
  ])('a device code of %j is malformed', async (answer) => {
    answerWith(200, answer);
    await expect(requestDeviceCode('x', options())).rejects.toMatchObject({ code: 'malformed' });
  });

  test.each([
    [{}],
    [{ ...token, token_type: 'mac' }],
    [{ ...token, access_token: '' }],
    [{ ...token, expires_in: 'never' }],
  ])('a token of %j is malformed', async (answer) => {
    answerWith(200, answer);
    await expect(pollDeviceToken('d', options())).rejects.toMatchObject({ code: 'malformed' });
  });

  test.each([
    [400, { error: 'authorization_pending', error_description: 'Not yet.' }, 'pending'],
    [400, { error: 'authorization_pending' }, 'pending'],
    [428, { error: 'PRECONDITION', message: 'Not yet.' }, 'pending'],
    [428, {}, 'pending'],
    [400, { error: 'slow_down', error_description: 'Too fast.' }, 'slow-down'],
    [429, { error: 'RATE_LIMITED', message: 'Too fast.' }, 'slow-down'],
    [429, {}, 'slow-down'],
    [403, { error: 'access_denied' }, 'denied'],
    [403, { error: 'FORBIDDEN', message: 'The person said no.' }, 'denied'],
    [400, { error: 'expired_token', error_description: 'Too late.' }, 'expired'],
    [400, { error: 'invalid_grant' }, 'expired'],
  ])('%i with %j is %s', async (status, answer, state) => {
    answerWith(status, answer);
    expect(await pollDeviceToken('d', options())).toEqual({ state });
  });

  test('a 403 of a firewall in between ends no sign-in', async () => {
    fault.answer = (_, response) => response.writeHead(403).end('<html>Blocked</html>');
    await expect(pollDeviceToken('d', options())).rejects.toMatchObject({
      code: 'forbidden',
      reason: undefined,
    });
  });

  test('a failure of the tracker rejects and does not end the sign-in', async () => {
    answerWith(503, { error: 'DOWN', message: 'later' });
    await expect(pollDeviceToken('d', options())).rejects.toMatchObject({ code: 'server' });
    answerWith(400, { error: 'constructor', message: 'x' });
    await expect(pollDeviceToken('d', options())).rejects.toMatchObject({ code: 'validation' });
  });
});
