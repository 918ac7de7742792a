import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator, requestIn, type Deviation } from '../service/authenticator';
import { cookieOf, startTest, type ServiceUnderTest } from '../service/service-under-test';

// Whoever would sign in, or stay signed in, without the person's passkey.

const origin = 'http://localhost';
const owner = { name: 'ada', password: 'correct horse' };
let service: ServiceUnderTest;
let cookie: string;
beforeEach(async () => {
  service = await startTest();
  await service.post('/welcome', owner);
  cookie = await service.signedIn();
});
afterEach(() => service.close());

type Passkey = ReturnType<typeof createAuthenticator>;
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await service.app.request(path, { headers })).text();
const add = async (passkey: Passkey, deviation: Deviation = {}) => {
  const request = requestIn(await page('/account', { cookie }), 'create');
  const credential = passkey.create(request, deviation);
  return service.post('/account/passkeys', { label: 'Laptop', credential }, { cookie });
};
const signInRequest = async () => requestIn(await page('/sign-in'), 'get');
const signIn = (credential: string) => service.post('/sign-in/passkey', { credential, next: '/history' });
const withPasskey = async () => {
  const passkey = createAuthenticator(origin);
  expect((await add(passkey)).status).toBe(303);
  return passkey;
};

test('a passkey signs its person in, is listed with its last use, and ends when it is removed', async () => {
  const passkey = await withPasskey();
  const answer = await signIn(passkey.get(await signInRequest()));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/history']);
  expect(await page('/history', { cookie: cookieOf(answer) })).toContain('Sign out ada');
  const [known] = await service.store.passkeys.list(service.owner.id);
  expect(known).toMatchObject({ label: 'Laptop', usedAt: service.clock.now });
  await service.post('/account/passkeys/remove', { passkey: known?.credential ?? '' }, { cookie });
  expect((await signIn(passkey.get(await signInRequest()))).status).toBe(403);
  const log = await page('/account', { cookie });
  for (const entry of ['Passkey added: Laptop', 'Passkey removed: Laptop']) expect(log).toContain(entry);
});

const other: Readonly<Record<string, Deviation>> = {
  'signed for another site': { origin: 'https://evil.example' },
  'of another host': { host: 'evil.example' },
  'of another operation': { type: 'webauthn.other' },
  'without the person being verified': { isVerified: false },
};

describe.each(Object.entries(other))('an answer %s', (_, deviation) => {
  test('does not sign in', async () => {
    const passkey = await withPasskey();
    expect((await signIn(passkey.get(await signInRequest(), deviation))).status).toBe(403);
    expect((await signIn(passkey.get(await signInRequest()))).status).toBe(303);
  });

  test('adds no passkey', async () => {
    expect((await add(createAuthenticator(origin), deviation)).status).toBe(400);
    expect(await service.store.passkeys.list(service.owner.id)).toEqual([]);
  });
});

describe('a challenge', () => {
  test('signs in once', async () => {
    const passkey = await withPasskey();
    const credential = passkey.get(await signInRequest());
    expect((await signIn(credential)).status).toBe(303);
    expect((await signIn(credential)).status).toBe(403);
  });

  test('ends after 10 minutes', async () => {
    const passkey = await withPasskey();
    const request = await signInRequest();
    service.wait(600);
    expect((await signIn(passkey.get(request))).status).toBe(403);
  });

  test.each([
    ['made up', () => Promise.resolve('made-up')],
    ['of another service', async () => (await startTest()).store.challenges.open('sign-in')],
    ['for adding a passkey', () => service.store.challenges.open(`add-passkey ${service.owner.id}`)],
    [
      'with a later end',
      async () => {
        const [end = '', ...rest] = (await service.store.challenges.open('sign-in')).split('.');
        return [String(Number(end) + 60_000), ...rest].join('.');
      },
    ],
  ])('that is %s does not sign in', async (_, make) => {
    const passkey = await withPasskey();
    const challenge = Buffer.from(await make()).toString('base64url');
    expect((await signIn(passkey.get(await signInRequest(), { challenge }))).status).toBe(403);
  });

  test('of another person adds no passkey', async () => {
    const challenge = Buffer.from(await service.store.challenges.open('add-passkey other')).toString(
      'base64url',
    );
    expect((await add(createAuthenticator(origin), { challenge })).status).toBe(400);
  });
});

test('the passkey of one person is none of another', async () => {
  const passkey = await withPasskey();
  const eve = await service.store.users.add('eve', 'another horse', 'member');
  const userHandle = Buffer.from(eve?.id ?? '').toString('base64url');
  expect((await signIn(passkey.get(await signInRequest(), { userHandle }))).status).toBe(403);
});

test('an unknown key that claims to be the person is refused, and the log shows it', async () => {
  const passkey = await withPasskey();
  const real = JSON.parse(passkey.get(await signInRequest())) as { id: string };
  const forged = JSON.parse(
    createAuthenticator(origin).get(await signInRequest(), {
      userHandle: Buffer.from(service.owner.id).toString('base64url'),
    }),
  ) as object;
  const credential = JSON.stringify({ ...forged, id: real.id, rawId: real.id });
  expect((await signIn(credential)).status).toBe(403);
  expect((await service.store.audit.list(service.owner.id, 1))[0]?.event).toBe('sign-in-failed');
});

test('a copied authenticator is noticed by its counter', async () => {
  const passkey = await withPasskey();
  expect((await signIn(passkey.get(await signInRequest(), { counter: 9 }))).status).toBe(303);
  expect((await signIn(passkey.get(await signInRequest(), { counter: 9 }))).status).toBe(403);
});

test.each(['', '{}', '[]', 'null', '{"id":"a","response":{"clientDataJSON":"e30"}}', '{"id":7}', '\u0000'])(
  'the answer %j is refused without a fault',
  async (credential) => {
    expect((await signIn(credential)).status).toBe(403);
    expect((await service.post('/account/passkeys', { credential }, { cookie })).status).toBe(400);
    expect(service.faults).toEqual([]);
  },
);

test('eleven answers in 15 minutes are too many', async () => {
  const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await signIn('{}')).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('twenty passkeys are enough, and none is added twice', async () => {
  const passkey = await withPasskey();
  expect((await add(passkey)).status).toBe(400);
  const known = { publicKey: 'a', counter: 0 };
  for (let index = 0; index < 19; index += 1)
    await service.store.passkeys.add(service.owner.id, 'x', { credential: String(index), ...known });
  expect((await add(createAuthenticator(origin))).status).toBe(400);
});

describe('a person who asks for a passkey at every sign-in', () => {
  const demand = (demanded: string) => service.post('/account/passkeys/demand', { demanded }, { cookie });
  const withPassword = () => service.post('/sign-in', { ...owner, next: '/history' });

  test('is not signed in by the password alone, but by the passkey', async () => {
    const passkey = await withPasskey();
    expect((await demand('yes')).status).toBe(303);
    const refused = await withPassword();
    expect([refused.status, cookieOf(refused)]).toEqual([403, '']);
    const shown = await refused.text();
    expect(shown).toContain('This account signs in with a passkey.');
    expect((await signIn(passkey.get(requestIn(shown, 'get')))).status).toBe(303);
    expect((await service.post('/sign-in', { ...owner, password: 'wrong' })).status).toBe(403);
    const log = await page('/account', { cookie });
    for (const entry of ['Password alone no longer signs in', 'Wrong password']) expect(log).toContain(entry);
    expect((await demand('')).status).toBe(303);
    expect((await withPassword()).status).toBe(303);
  });

  test('needs a sign-in of a short while ago to change that', async () => {
    await withPasskey();
    await demand('yes');
    service.wait(11 * 60);
    expect((await demand('')).headers.get('location')).toMatch(/^\/sign-in\?again/);
    expect(await page('/account', { cookie })).not.toContain('/account/passkeys/demand');
    expect((await withPassword()).status).toBe(403);
  });

  test('is let in by the password again after the last passkey, and cannot lock themselves out', async () => {
    await withPasskey();
    await demand('yes');
    const [known] = await service.store.passkeys.list(service.owner.id);
    await service.post('/account/passkeys/remove', { passkey: known?.credential ?? '' }, { cookie });
    expect((await withPassword()).status).toBe(303);
    expect(await page('/account', { cookie })).not.toContain('/account/passkeys/demand');
    await demand('yes');
    expect((await withPassword()).status).toBe(303);
  });
});

describe('an owner who asks everybody for a passkey', () => {
  const member = { name: 'mia', password: 'battery staple' };
  let mia = '';
  beforeEach(async () => {
    mia = (await service.store.users.add(member.name, member.password, 'member'))?.id ?? '';
  });
  const demand = (demanded: string, headers = { cookie }) =>
    service.post('/invitations/passkeys', { demanded }, headers);
  const withPassword = (person = member) => service.post('/sign-in', { ...person, next: '/history' });
  const opened = async (path: string, theirs: string) =>
    (await service.app.request(path, { headers: { cookie: theirs } })).headers.get('location');

  test('has one first, and cannot be kept out', async () => {
    expect(await page('/invitations', { cookie })).toContain('Add a passkey of your own first');
    await demand('yes');
    expect(await service.store.passkeys.areNeededOfAll()).toBe(false);
    await withPasskey();
    expect(await page('/invitations', { cookie })).toContain('/invitations/passkeys');
    await demand('yes');
    expect(await service.store.passkeys.areNeededOfAll()).toBe(true);
    expect((await withPassword(owner)).status).toBe(403);
    const [known] = await service.store.passkeys.list(service.owner.id);
    await service.post('/account/passkeys/remove', { passkey: known?.credential ?? '' }, { cookie });
    expect(await service.store.passkeys.list(service.owner.id)).toHaveLength(1);
    // As the command `user reset-password` does it for an owner who has lost the passkey.
    await service.store.passkeys.forget(service.owner.id);
    expect((await withPassword(owner)).status).toBe(303);
  });

  test('lets others add one with their password, and do nothing else before', async () => {
    await withPasskey();
    await demand('yes');
    const theirs = cookieOf(await withPassword());
    for (const path of ['/history', '/keys', '/device', '/account/delete', '/invitations'])
      expect([path, await opened(path, theirs)]).toEqual([path, '/account']);
    const code = { body: JSON.stringify({ user_code: 'BCDFGHJK' }), method: 'POST' };
    const headers = { cookie: theirs, origin, 'content-type': 'application/json' };
    const approved = await service.app.request('/api/v1/auth/device/approve', { ...code, headers });
    expect(approved.status).toBe(401);
    const shown = await page('/account', { cookie: theirs });
    expect(shown).toContain('This tracker asks everybody for a passkey.');
    const passkey = createAuthenticator(origin);
    const credential = passkey.create(requestIn(shown, 'create'));
    await service.post('/account/passkeys', { label: 'Phone', credential }, { cookie: theirs });
    expect(await opened('/history', theirs)).toBeNull();
    expect((await withPassword()).status).toBe(403);
    expect((await signIn(passkey.get(await signInRequest()))).status).toBe(303);
    await service.post('/account/passkeys/demand', { demanded: '' }, { cookie: theirs });
    expect((await withPassword()).status).toBe(403);
    await demand('');
    expect((await withPassword()).status).toBe(303);
  });

  test('is the only one who can ask for it or end it', async () => {
    await withPasskey();
    const theirs = { cookie: await service.signedIn(mia) };
    expect((await demand('yes', theirs)).status).toBe(403);
    await demand('yes');
    await service.store.passkeys.needOfAll(service.owner.id, true);
    expect((await demand('', theirs)).headers.get('location')).toBe('/account');
    expect(await service.store.passkeys.areNeededOfAll()).toBe(true);
  });
});

test('where browsers make no passkeys the pages offer none', async () => {
  const numbered = await service.app.request('http://127.0.0.1:4680/sign-in');
  expect(await numbered.text()).not.toContain('passkey');
  expect(numbered.headers.get('content-security-policy')).not.toContain('script-src');
});
