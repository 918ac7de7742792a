import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../src/service/secrets/secret';
import { startService, type RunningService } from '../../src/service/start-service';

// A person on the same network, or on the internet, in front of the service. Over a real socket.

const owner = { name: 'ada', password: 'correct horse' };
let service: RunningService;
let clock: number;
const start = async (options: Partial<Parameters<typeof startService>[0]> = {}) =>
  startService({ dataDir: ':memory:', now: () => clock, log: () => undefined, ...options });
beforeEach(() => {
  clock = Date.UTC(2026, 0, 15, 20);
});
afterEach(() => service.close());

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url, ...headers },
    body: new URLSearchParams(fields),
  });
const signIn = (password: string, headers: Record<string, string> = {}) =>
  submit('/sign-in', { name: 'ada', password }, headers);
const cookies = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

describe('the first stranger', () => {
  beforeEach(async () => {
    service = await start();
  });

  test('cannot become the owner without the code that the terminal shows', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await submit('/welcome', owner, forwarded)).status).toBe(400);
    expect((await submit('/welcome', { ...owner, code: 'BCDF-GHJK' })).status).toBe(400);
    expect(await service.store.users.isClaimed()).toBe(false);
    expect(
      (await submit('/welcome', { ...owner, code: await service.store.setUpCode.ensure() })).status,
    ).toBe(303);
  });

  test('cannot try more than ten codes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => submit('/welcome', { ...owner, code: 'BCDF-GHJK' })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});

describe('guesses of the password', () => {
  beforeEach(async () => {
    service = await start({ owner, trustProxy: true });
  });

  test('300 at once, whose bodies follow when all have arrived: ten are compared', async () => {
    const guesses = Array.from({ length: 300 }, (_, index) =>
      index === 299 ? owner.password : `guess ${String(index)}`,
    );
    const held = await Promise.all(guesses.map(holdSignIn));
    const statuses = await Promise.all(held.map((one) => one.finish()));
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(290);
  });

  test('from the addresses of one IPv6 network count as one', async () => {
    const answers = [];
    for (let index = 0; index < 15; index += 1)
      answers.push(await signIn('wrong', { 'x-forwarded-for': `2001:db8:1:2::${index.toString(16)}` }));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await signIn(owner.password, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(303);
  });

  test('from many addresses stop at a hundred for the account, and do not keep its person out', async () => {
    const known = { cookie: cookies(await signIn(owner.password, { 'x-forwarded-for': '192.0.2.1' })) };
    for (let index = 0; index < 100; index += 1)
      await service.store.limits.take([
        { key: `sign-in account ${hashSecret('ada')}`, limit: 100, windowMs: 900_000 },
      ]);
    const stranger = { 'x-forwarded-for': '198.51.100.1' };
    expect((await signIn(owner.password, stranger)).status).toBe(429);
    expect((await signIn(owner.password, { ...known, ...stranger })).status).toBe(303);
  });

  test('of a stranger at the same address do not keep out a person who was here before', async () => {
    const known = { cookie: cookies(await signIn(owner.password)) };
    for (let index = 0; index < 12; index += 1) await signIn('wrong');
    expect((await signIn(owner.password)).status).toBe(429);
    expect((await signIn(owner.password, known)).status).toBe(303);
    // The cookie alone is no sign-in, and its own guesses are limited too.
    const browser = { cookie: known.cookie.replace(/matinee_login=[^;]*;? ?/, '') };
    expect((await fetch(`${service.url}/keys`, { redirect: 'manual', headers: browser })).status).toBe(303);
    const own = [];
    for (let index = 0; index < 12; index += 1) own.push((await signIn('wrong', browser)).status);
    expect(own.filter((status) => status === 429)).toHaveLength(2);
  });

  test('an address that the client states itself is not believed without --trust-proxy', async () => {
    await service.close();
    service = await start({ owner });
    const answers = [];
    for (let index = 0; index < 12; index += 1)
      answers.push((await signIn('wrong', { 'x-forwarded-for': `192.0.2.${String(index)}` })).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('a sign-in', () => {
  beforeEach(async () => {
    service = await start({ owner });
  });
  const page = (path: string, cookie: string) =>
    fetch(service.url + path, { redirect: 'manual', headers: { cookie } });

  test('replaces the secret of the one before it', async () => {
    const first = cookies(await signIn(owner.password));
    const second = cookies(await signIn(owner.password, { cookie: first }));
    expect((await page('/history', first)).status).toBe(303);
    expect((await page('/history', second)).status).toBe(200);
  });

  test('ends everywhere with a new password, which needs the old one', async () => {
    const mine = cookies(await signIn(owner.password));
    const stolen = cookies(await signIn(owner.password));
    const change = (current: string) =>
      submit('/account/password', { current, password: 'battery staple' }, { cookie: mine });
    expect((await change('wrong')).status).toBe(403);
    expect((await page('/history', stolen)).status).toBe(200);
    const changed = await change(owner.password);
    expect(changed.status).toBe(200);
    expect((await page('/history', stolen)).status).toBe(303);
    expect((await page('/history', cookies(changed))).status).toBe(200);
    expect((await signIn(owner.password)).status).toBe(403);
    expect((await signIn('battery staple')).status).toBe(303);
  });

  test('is listed, ended one by one, and everywhere else at once with the devices', async () => {
    const mine = cookies(await signIn(owner.password));
    const other = cookies(await signIn(owner.password));
    const third = cookies(await signIn(owner.password));
    const html = await (await page('/keys', mine)).text();
    const hashes = [...html.matchAll(/name="login" value="([^"]+)"/g)].map(([, hash = '']) => hash);
    expect(hashes).toHaveLength(2);
    await submit('/account/sign-out', { login: hashes[0] ?? '' }, { cookie: mine });
    const left = await Promise.all([other, third].map(async (one) => (await page('/history', one)).status));
    expect(left.filter((status) => status === 200)).toHaveLength(1);
    const device = await service.createDeviceToken();
    const answer = await submit('/account/sign-out-elsewhere', { devices: '1' }, { cookie: mine });
    expect((await page('/history', cookies(answer))).status).toBe(200);
    for (const one of [other, third, mine]) expect((await page('/history', one)).status).toBe(303);
    const dashboard = await fetch(`${service.baseUrl}/dashboard`, {
      headers: { authorization: `Bearer ${device}` },
    });
    expect(dashboard.status).toBe(401);
  });

  test('and a wrong password are in the log, without a secret', async () => {
    await signIn('wrong horse');
    const mine = cookies(await signIn(owner.password));
    const html = await (await page('/account', mine)).text();
    expect(html).toContain('Wrong password');
    expect(html).toContain('Signed in');
    expect(html).not.toContain('wrong horse');
    for (const part of mine.split('; ')) expect(html).not.toContain(part.split('=')[1]);
  });
});

describe('another site', () => {
  beforeEach(async () => {
    service = await start({ owner });
  });

  test('cannot block or fill in the approval of a device by links', async () => {
    const cookie = cookies(await signIn(owner.password));
    const { userCode } = await service.store.devices.open({
      name: 'A browser',
      address: '192.0.2.1',
      lifetimeMs: 900_000,
      intervalMs: 5000,
    });
    for (let index = 0; index < 12; index += 1)
      await fetch(`${service.url}/device?user_code=ZZZZ-ZZZZ`, { headers: { cookie } });
    const page = await fetch(`${service.url}/device?user_code=${userCode}`, { headers: { cookie } });
    expect(await page.text()).not.toContain(userCode);
    const typed = await submit('/device', { user_code: userCode }, { cookie });
    expect(await typed.text()).toContain('A browser');
  });

  test('cannot name a device with characters that disguise it', async () => {
    const body = JSON.stringify({ client_name: 'Matinee\u202e\u200b\u0007 vT' });
    await fetch(`${service.baseUrl}/auth/device/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
      .then((answer) => answer.json() as Promise<{ user_code: string }>)
      .then(async ({ user_code: code }) =>
        expect((await service.store.devices.waiting(code))?.name).toBe('Matinee vT'),
      );
  });

  test('cannot see by a picture or a style sheet that the service is there', async () => {
    for (const path of ['/icon.svg', '/style.css', '/poster/movie/10378.svg'])
      expect((await fetch(service.url + path)).headers.get('cross-origin-resource-policy')).toBe(
        'same-origin',
      );
  });
});

describe('every response', () => {
  beforeEach(async () => {
    service = await start({ publicUrl: 'https://tracker.example' });
  });

  test.each([
    '/sign-in',
    '/welcome',
    '/nothing',
    '/style.css',
    '/poster/movie/10378.svg',
    '/api/v1/dashboard',
    '/api/v1/nothing',
  ])('%s has one policy without unsafe parts', async (path) => {
    const { headers } = await fetch(service.url + path, { redirect: 'manual' });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('to a foreign host name has it too', async () => {
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      httpRequest(`${service.url}/sign-in`, { headers: { host: 'rebound.example' } }, (answer) => {
        answer.resume();
        resolve(answer.headers);
      })
        .on('error', reject)
        .end();
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });

  test('over https sets cookies only for this very host', async () => {
    await service.store.users.claim(owner.name, owner.password);
    const answer = await submit('/sign-in', owner, { origin: 'https://tracker.example' });
    const set = answer.headers.getSetCookie();
    expect(set).toHaveLength(2);
    for (const cookie of set) {
      expect(cookie).toMatch(/^__Host-matinee_(?:login|browser)=/);
      expect(cookie).toMatch(/; Path=\/(?:;|$)/);
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=(?:Lax|Strict)$/);
      expect(cookie).not.toContain('Domain');
    }
  });
});

/**
 * Sends the head of a sign-in. Resolves when the service has it (`100 Continue`) and waits for the body,
 * which `finish` sends.
 */
function holdSignIn(password: string): Promise<{ readonly finish: () => Promise<number> }> {
  const body = new URLSearchParams({ name: owner.name, password }).toString();
  const headers = {
    origin: service.url,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    expect: '100-continue',
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.url}/sign-in`, { method: 'POST', headers, agent: false });
    const status = new Promise<number>((answered) => {
      sent.on('response', (answer) => {
        answer.resume();
        answered(answer.statusCode ?? 0);
      });
    });
    sent.on('error', reject);
    sent.on('continue', () => {
      resolve({
        finish: () => {
          sent.end(body);
          return status;
        },
      });
    });
    sent.flushHeaders();
  });
}
