import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blanks } from './blanks';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const account = { name: 'ada', password: 'correct horse' };
const get = (path: string, headers: Record<string, string> = {}) =>
  Promise.resolve(service.app.request(path, { headers }));
const claim = async () => ({ cookie: cookieOf(await service.post('/welcome', account)) });

describe('the owner', () => {
  test('is created on the first visit, once', async () => {
    expect((await get('/sign-in')).headers.get('location')).toBe('/welcome');
    const first = await service.post('/welcome', account);
    expect(first.status).toBe(303);
    expect((await get('/history', { cookie: cookieOf(first) })).status).toBe(200);
    const second = await service.post('/welcome', { name: 'eve', password: 'another one' });
    expect(second.headers.get('location')).toBe('/sign-in');
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  test('owns the keys that were made before the first visit', async () => {
    await service.scrobble({ type: 'movie', progress: 100, duration: 100, tmdbId: 10378 });
    const html = await (await get('/history', await claim())).text();
    expect(html).toContain('Big Buck Bunny');
    expect(html).toContain('Watched (1)');
  });

  test.each([
    [{ name: '', password: 'long enough' }],
    [{ name: 'ada', password: 'short' }],
    [{ name: 'x'.repeat(61), password: 'long enough' }],
  ])('is not created from %j', async (fields) => {
    expect((await service.post('/welcome', fields)).status).toBe(400);
    expect(await service.store.users.isClaimed()).toBe(false);
  });

  test.each(['', 'ZZZZ-ZZZZ'])('is not created with the set-up code %j', async (code) => {
    expect((await service.post('/welcome', { ...account, code })).status).toBe(400);
    expect(await service.store.users.isClaimed()).toBe(false);
  });

  test('may type the set-up code in small letters and without its dash', async () => {
    const code = (await service.store.setUpCode.ensure()).toLowerCase().replace('-', ' ');
    expect((await service.post('/welcome', { ...account, code })).status).toBe(303);
  });

  test('types no set-up code where the link of the terminal has it, and sees a wrong one', async () => {
    const linked = await (await get('/welcome?code=bcdf-%22ghjk')).text();
    expect(linked).toContain('<input type="hidden" name="code" value="BCDF-GHJK" />');
    expect(linked).not.toContain('Set-up code');
    const wrong = await service.post('/welcome', { ...account, code: 'BCDF-GHJK' });
    expect(await wrong.text()).toMatch(/<input name="code" autocomplete="off"/);
  });
});

describe('the sign-in', () => {
  test('works with name and password until the sign-out', async () => {
    await claim();
    const answer = await service.post('/sign-in', { ...account, next: '/keys' });
    expect(answer.headers.get('location')).toBe('/keys');
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^matinee_login=.*; HttpOnly; SameSite=Lax$/),
    );
    const signedIn = { cookie: cookieOf(answer) };
    expect((await get('/keys', signedIn)).status).toBe(200);
    await service.post('/sign-out', {}, signedIn);
    expect((await get('/keys', signedIn)).status).toBe(303);
  });

  test('waits for the password where the name is known', async () => {
    const signedIn = await claim();
    const focused = async (path: string) =>
      /name="(\w+)"[^>]*autofocus/.exec(await (await get(path, signedIn)).text())?.[1];
    expect(await focused('/sign-in')).toBe('name');
    expect(await focused('/sign-in?again=1&next=/keys')).toBe('password');
  });

  test('takes the name in any upper and lower case, as a telephone writes it', async () => {
    await claim();
    for (const name of ['Ada', 'ADA'])
      expect((await service.post('/sign-in', { ...account, name })).status).toBe(303);
    expect((await service.post('/sign-in', { ...account, name: 'Adam' })).status).toBe(403);
  });

  test('ends after 14 days without use, and after 30 in any case', async () => {
    const days = 24 * 3600;
    const seen = async (cookie: Awaited<ReturnType<typeof claim>>) => (await get('/history', cookie)).status;
    const signedIn = await claim();
    service.wait(13 * days);
    expect(await seen(signedIn)).toBe(200);
    service.wait(13 * days);
    expect(await seen(signedIn)).toBe(200);
    service.wait(4 * days);
    expect(await seen(signedIn)).toBe(303);
    const unused = { cookie: cookieOf(await service.post('/sign-in', account)) };
    service.wait(14 * days);
    expect(await seen(unused)).toBe(303);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\nb'])(
    'does not redirect to another site: %s',
    async (next) => {
      await claim();
      expect((await service.post('/sign-in', { ...account, next })).headers.get('location')).toBe('/');
    },
  );

  test('after ten wrong passwords even the right one gets 429 for 15 minutes', async () => {
    await claim();
    for (let guess = 0; guess < 10; guess += 1)
      expect(
        (await service.post('/sign-in', { name: 'ada', password: `guess ${String(guess)}` })).status,
      ).toBe(403);
    const stopped = await service.post('/sign-in', account);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBe(900);
    service.wait(901);
    expect((await service.post('/sign-in', account)).status).toBe(303);
  });

  test('a form of another site cannot sign in or out', async () => {
    const signedIn = await claim();
    expect((await service.post('/sign-in', account, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await service.post('/sign-out', {}, { ...signedIn, origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await get('/history', signedIn)).status).toBe(200);
  });
});

describe('keys', () => {
  test('are shown once and work until they are revoked', async () => {
    const signedIn = await claim();
    const html = await (await service.post('/keys', { type: 'sk', label: 'script' }, signedIn)).text();
    const key = /id="new-key"[^>]*>(sk_[\w-]+)<\/pre>/.exec(html)?.[1] ?? '';
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(200);
    const later = await (await get('/keys', signedIn)).text();
    expect(later).toContain('script');
    expect(later).not.toContain(key);
    const keys = await service.store.keys.list(service.owner.id);
    const id = keys.find(({ label }) => label === 'script')?.id ?? '';
    await service.post(`/keys/${id}/revoke`, {}, signedIn);
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(401);
  });
});

describe('every page', () => {
  test.each([
    '/history',
    '/history/add',
    '/statistics',
    '/series/1396',
    '/account',
    '/invitations',
    '/import',
    '/connectors',
    '/device',
    '/keys',
    '/channels/open-films',
    '/channels/my-series',
    '/media/movie/10378',
    '/media/episode/1396/1/1',
    '/media/episode/62085',
  ])('%s is for the owner only', async (path) => {
    const signedIn = await claim();
    expect((await get(path)).headers.get('location')).toMatch(/^\/sign-in\?next=/);
    const page = await get(path, signedIn);
    expect(page.status).toBe(200);
    expect(blanks(await page.text())).toEqual([]);
  });

  test('has the colours, the type and the icon of the extension', async () => {
    const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const style = await (await get('/style.css')).text();
    expect(style).toContain(textOf('src/ui/styles/tokens.css'));
    const icon = await (await get('/icon.svg')).text();
    const shapes = [...icon.matchAll(/ d="([^"]+)"/g)].map(([, shape = '']) => shape);
    expect(shapes).toHaveLength(2);
    for (const shape of shapes) expect(textOf('public/icons/source.svg')).toContain(shape);
  });

  test('is in the language of the account, otherwise in that of the browser', async () => {
    const signedIn = await claim();
    const french = { 'accept-language': 'fr-CA,fr;q=0.9' };
    expect(await (await get('/sign-in', french)).text()).toContain('<html lang="fr" dir="ltr">');
    await service.post('/account/preferences', { language: 'ar', zone: 'Asia/Riyadh' }, signedIn);
    const page = await (await get('/history', { ...signedIn, ...french })).text();
    expect(page).toContain('<html lang="ar" dir="rtl">');
    const wrong = await service.post('/account/preferences', { language: 'xx', zone: 'Nowhere' }, signedIn);
    expect(wrong.status).toBe(400);
  });

  test.each(['/history/add', '/channels/open-films', '/import/none'])(
    '%s marks its part of the menu',
    async (path) => {
      const menu = await (await get(path, await claim())).text();
      const section = path.split('/')[1] ?? '';
      expect(menu).toMatch(new RegExp(`<a href="/${section}[^"]*"[^>]*aria-current="true"`));
    },
  );

  test('an unknown address gets 404', async () => {
    expect((await get('/nothing')).status).toBe(404);
    expect((await get('/poster/movie/x.svg')).status).toBe(404);
  });

  test('a form of more than 16 KiB gets 413', async () => {
    expect((await service.post('/sign-in', { name: 'x'.repeat(20_000), password: 'y' })).status).toBe(413);
  });
});
