import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

// The owner makes a link, a second person opens it.

const WEEK_S = 7 * 24 * 3600;
const account = { name: 'ben', password: 'battery staple' };
let service: ServiceUnderTest;
let cookie: string;
beforeEach(async () => {
  service = await startTest({ logFormat: 'json' });
  await service.post('/welcome', { name: 'ada', password: 'correct horse' });
  cookie = await service.signedIn();
});
afterEach(() => service.close());

const page = async (path: string, headers: Record<string, string> = { cookie }) =>
  (await service.app.request(path, { headers })).text();
/** The path of a new link. */
const invite = async (role = 'member') => {
  const html = await (await service.post('/invitations', { role }, { cookie })).text();
  return /id="new-invitation"[^>]*>http:\/\/localhost(\/invitation\/[^<]+)</.exec(html)?.[1] ?? '';
};
const open = async (path: string) => service.app.request(path);
const people = async () => (await service.store.users.list()).map(({ name, role }) => [name, role]);

test('a link of the owner makes an account, which is signed in and starts with an empty history', async () => {
  await service.scrobble({ type: 'movie', progress: 100, duration: 100, tmdbId: 10378 });
  const path = await invite('reviewer');
  const form = await open(path);
  expect(form.status).toBe(200);
  expect(await form.text()).toContain('You’ve been invited to this tracker.');
  const answer = await service.post(path, account);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  const theirs = { cookie: cookieOf(answer) };
  expect(await page('/history', theirs)).not.toContain('Big Buck Bunny');
  expect(await page('/account', theirs)).toContain('Account created');
  expect(await people()).toEqual([
    ['ada', 'owner'],
    ['ben', 'reviewer'],
  ]);
  expect((await service.post('/sign-in', account)).status).toBe(303);
  const log = await page('/account');
  expect(log).toContain('Invitation created');
  expect(log).toContain('Invitation used: ben');
});

test('the link is shown once; the list has the role and the end', async () => {
  const path = await invite('reviewer');
  const html = await page('/invitations');
  expect(path).toMatch(/^\/invitation\/\w+\.[\w-]{43}$/);
  expect(html).not.toContain(path);
  expect(html).toMatch(/<strong>Reviewer<\/strong>[^]*expires <time datetime="2026-01-22T20:00:00.000Z">/);
});

describe('a link that does not work', () => {
  const refusal = async (path: string) => {
    const form = await open(path);
    const answer = await service.post(path, account);
    expect([form.status, answer.status]).toEqual([404, 404]);
    const text = await form.text();
    expect(await answer.text()).toBe(text);
    return text;
  };

  test('is answered in the same words, whether it is wrong, used, withdrawn or too old', async () => {
    const used = await invite();
    await service.post(used, { ...account, name: 'kim' });
    const withdrawn = await invite();
    const [{ hash } = { hash: '' }] = await service.store.invitations.list(service.owner.id);
    expect((await service.post('/invitations/withdraw', { invitation: hash }, { cookie })).status).toBe(303);
    expect(await page('/account')).toContain('Invitation withdrawn');
    const ended = await invite();
    const wrong = await refusal('/invitation/wrong');
    expect(wrong).toContain('This link doesn’t work');
    expect(await refusal(used)).toBe(wrong);
    expect(await refusal(withdrawn)).toBe(wrong);
    service.wait(WEEK_S);
    expect(await refusal(ended)).toBe(wrong);
    expect(await people()).toEqual([
      ['ada', 'owner'],
      ['kim', 'member'],
    ]);
  });

  test('counts as a guess and leaves the attempts to sign in; one that works does not count', async () => {
    const path = await invite();
    for (let look = 0; look < 12; look += 1) expect((await open(path)).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await open(`/invitation/guess-${String(guess)}`)).status).toBe(404);
    expect((await open('/invitation/guess')).status).toBe(429);
    expect((await service.post(path, account)).status).toBe(429);
    // Whoever opens a dead link again and again can still sign in.
    const owner = { name: 'ada', password: 'correct horse' };
    expect((await service.post('/sign-in', owner)).status).toBe(303);
    service.wait(901);
    expect((await service.post(path, account)).status).toBe(303);
  });
});

describe('a link that the extension opens with the code that it asked for', () => {
  const ask = async () => {
    const answer = await service.app.request('/api/v1/auth/device/code', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Matinee', client_id: 'matinee-extension' }),
    });
    const asked = (await answer.json()) as { device_code: string; user_code: string };
    return { code: asked.user_code, secret: asked.device_code };
  };
  const stateOf = async ({ secret }: { secret: string }) => (await service.store.devices.poll(secret)).state;

  test('makes the account and approves the device, which is shown with its code', async () => {
    const device = await ask();
    const path = `${await invite()}?user_code=${device.code}`;
    const form = await (await open(path)).text();
    expect(form).toContain(`<p class="big-code" dir="ltr">${device.code}</p>`);
    // Enter presses the first button, which approves nothing.
    const buttons = [...form.matchAll(/<button[^>]*>|<a class="button[^>]*>/g)].map(([tag]) => tag);
    expect(buttons).toEqual(['<button class="quiet">', `<button name="user_code" value="${device.code}">`]);
    expect(form).toContain('If not, choose Create account.');
    expect(form).not.toContain('Deny');
    expect(form).not.toContain('Paste the address');
    const answer = await service.post(path, { ...account, user_code: device.code });
    expect(await answer.text()).toContain('Device approved.');
    expect(await stateOf(device)).toBe('approved');
    expect(await page('/account', { cookie: cookieOf(answer) })).toContain('Device approved');
  });

  test('approves nothing by the address alone, without the button that shows the code', async () => {
    const device = await ask();
    const answer = await service.post(`${await invite()}?user_code=${device.code}`, account);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/device']);
    expect(await stateOf(device)).toBe('pending');
  });

  test.each([
    ['of a device that asked from another network', '203.0.113.7', 'extension', undefined],
    ['of a device that asks for everything', 'in-process', undefined, undefined],
    ['of a device that asks to read', 'in-process', 'read', undefined],
    ['that nobody waits under', 'in-process', 'extension', 'BCDF-GHJK'],
  ] as const)(
    'fills in no code %s; the account leads to the page where it is typed',
    async (_which, address, scope, code) => {
      const waiting = { name: 'Matinee', address, scope, lifetimeMs: 900_000, intervalMs: 1 };
      const { deviceCode: secret, userCode } = await service.store.devices.open(waiting);
      const asked = code ?? userCode;
      const path = `${await invite()}?user_code=${asked}`;
      const form = await (await open(path)).text();
      expect(form).not.toContain('big-code');
      // The extension has opened this page: its address is not pasted there again.
      expect(form).not.toContain('Paste the address');
      const answer = await service.post(path, { ...account, user_code: asked });
      expect(answer.headers.get('location')).toBe('/device');
      expect(await stateOf({ secret })).toBe('pending');
    },
  );

  test.each([
    ['behind a proxy that is not trusted', 'https://tracker.example', false, '203.0.113.7', false],
    ['behind a proxy that is trusted', 'https://tracker.example', true, '2001:db8::1', true],
    ['behind a trusted proxy, from another network', 'https://tracker.example', true, '2001:db9::1', false],
    ['on this computer', 'http://127.0.0.1:4680', false, '203.0.113.7', true],
  ])('counts the address %s', async (_where, publicUrl, trustProxy, from, isShown) => {
    const behind = await startTest({ publicUrl, trustProxy, exposed: true });
    try {
      const { owner, store } = behind;
      await store.users.claim('ada', 'correct horse');
      const address = trustProxy ? '2001:db8::2' : 'in-process';
      const waiting = { name: 'Matinee', address, lifetimeMs: 900_000, intervalMs: 1 };
      const { userCode } = await store.devices.open({ ...waiting, scope: 'extension' });
      const secret = await store.invitations.create(owner.id, 'member');
      const path = `/invitation/${secret}?user_code=${userCode}`;
      const form = await behind.app.request(path, { headers: { 'x-forwarded-for': from } });
      expect((await form.text()).includes('big-code')).toBe(isShown);
    } finally {
      await behind.close();
    }
  });

  test('counts a code under which nobody waits as a guess', async () => {
    const path = await invite();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await open(`${path}?user_code=BCDF-GHJK`)).status).toBe(200);
    expect((await open(`${path}?user_code=BCDF-GHJK`)).status).toBe(429);
  });

  test('approves none where everybody needs a passkey first', async () => {
    const device = await ask();
    await service.store.passkeys.add(service.owner.id, 'Phone', {
      credential: 'a',
      publicKey: 'a',
      counter: 0,
    });
    expect(await service.store.passkeys.needOfAll(service.owner.id, true)).toBe(true);
    const path = `${await invite()}?user_code=${device.code}`;
    expect(await (await open(path)).text()).not.toContain('big-code');
    await service.post(path, { ...account, user_code: device.code });
    expect(await stateOf(device)).toBe('pending');
  });

  test('leads whoever has used the link to the page where the code is typed, and nobody else', async () => {
    const path = await invite();
    const theirs = { cookie: cookieOf(await service.post(path, account)) };
    const withCode = `${path}?user_code=${(await ask()).code}`;
    const headers = { ...theirs, origin: 'http://localhost' };
    for (const method of ['GET', 'POST']) {
      const answer = await service.app.request(withCode, { method, headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/device']);
      const strange = await service.app.request(withCode, { method, headers: { origin: headers.origin } });
      expect(strange.status).toBe(404);
      expect(await strange.text()).toContain('This link doesn’t work');
    }
  });
});

test.each([
  [{ ...account, name: '' }, 'Choose a name of 1 to 60 characters.'],
  [{ ...account, name: 'b\u202En' }, 'Choose a name of 1 to 60 characters.'],
  [{ ...account, password: 'short' }, 'Choose a password of 8 to 500 characters.'],
  [{ ...account, name: 'ADA' }, 'Somebody here already has this name.'],
])('%j is refused, and the link still works', async (fields, problem) => {
  const path = await invite();
  const answer = await service.post(path, fields);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(problem);
  expect((await service.post(path, account)).status).toBe(303);
});

test('a role that cannot be given makes no invitation', async () => {
  expect((await service.post('/invitations', { role: 'owner' }, { cookie })).status).toBe(400);
  expect(await service.store.invitations.list(service.owner.id)).toEqual([]);
});

test('forms of other sites make, use and withdraw none', async () => {
  const path = await invite();
  const before = await service.store.invitations.list(service.owner.id);
  const evil = { cookie, origin: 'https://evil.example' };
  expect((await service.post('/invitations', { role: 'member' }, evil)).status).toBe(403);
  const invitation = before[0]?.hash ?? '';
  expect((await service.post('/invitations/withdraw', { invitation }, evil)).status).toBe(403);
  expect((await service.post(path, account, evil)).status).toBe(403);
  expect(await service.store.invitations.list(service.owner.id)).toEqual(before);
});

test('the log names the page, never the secret', async () => {
  const path = await invite();
  await open(path);
  await service.post(path, account);
  const logged = service.faults.filter((line) => line.includes('/invitation/'));
  expect(logged).toHaveLength(2);
  for (const line of logged) expect(line).toContain('"route":"/invitation/:secret"');
  expect(service.faults.join('\n')).not.toContain(path.split('.')[1]);
});

test('a member finds no link to the page of invitations', async () => {
  const answer = await service.post(await invite(), account);
  expect(await page('/account', { cookie: cookieOf(answer) })).not.toContain('/invitations');
  expect(await page('/account')).toContain('href="/invitations"');
});

test('the owner sees the people, and deletes an account with its name', async () => {
  await service.post(await invite(), account);
  const html = await page('/invitations');
  expect(html).toMatch(/<h2 id="people">[^]*>ada<[^]*Owner[^]*>ben<[^]*Member/);
  expect(html.match(/\/invitations\/delete/g)).toHaveLength(1);
  const [owner, ben] = await service.store.users.list();
  const remove = (person: string, name: string, headers = { cookie }) =>
    service.post('/invitations/delete', { person, name }, headers);
  await remove(ben?.id ?? '', 'Ben');
  await remove(owner?.id ?? '', 'ada');
  const theirs = { cookie: await service.signedIn(ben?.id ?? '') };
  expect((await remove(owner?.id ?? '', 'ada', theirs)).status).toBe(403);
  expect(await people()).toHaveLength(2);
  await remove(ben?.id ?? '', 'ben');
  expect(await people()).toEqual([['ada', 'owner']]);
  const back = (await service.post(await invite(), account)).headers.get('location');
  expect(back).toBe('/');
});

test('the owner ends the sign-ins and devices of another person, and nobody else does', async () => {
  const theirs = { cookie: cookieOf(await service.post(await invite(), account)) };
  const [owner, ben] = await service.store.users.list();
  const device = await service.store.keys.create(ben?.id ?? '', 'mt', 'Matinee');
  const program = await service.store.keys.create(ben?.id ?? '', 'sk', 'Script');
  const end = (person = '', headers: Record<string, string> = { cookie }) =>
    service.post('/invitations/sign-out', { person }, headers);
  expect((await end(owner?.id, theirs)).status).toBe(403);
  await end(owner?.id);
  expect((await service.app.request('/keys', { headers: { cookie } })).status).toBe(200);
  await end(ben?.id);
  expect((await service.app.request('/keys', { headers: theirs })).status).toBe(303);
  const asked = [device, program].map(
    async (key) => (await service.call('GET', '/dashboard', { key })).status,
  );
  expect(await Promise.all(asked)).toEqual([401, 200]);
});

test('whoever was invited finds the address of the tracker, and its QR code', async () => {
  const theirs = { cookie: cookieOf(await service.post(await invite(), account)) };
  expect(await page('/history', theirs)).toContain('http://localhost/api/v1</pre>');
  const picture = await service.app.request('/address.png', { headers: theirs });
  expect(picture.headers.get('content-type')).toBe('image/png');
});
