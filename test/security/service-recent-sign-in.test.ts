import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { personalTables } from '../../src/service/store/delete-account';
import { startTest, type ServiceUnderTest } from '../service/service-under-test';

// Whoever finds an open browser, or has copied its cookie: they have the sign-in, not the password.

const owner = { name: 'ada', password: 'correct horse' };
let service: ServiceUnderTest;
let cookie: string;
beforeEach(async () => {
  service = await startTest();
  await service.post('/welcome', owner);
  cookie = await service.signedIn();
});
afterEach(() => service.close());

const page = async (path: string) => (await service.app.request(path, { headers: { cookie } })).text();
const key = { credential: 'a', publicKey: 'b', counter: 0 };

/** What can do harm: the form, and what it would change. */
const acts: Readonly<Record<string, { fields: Record<string, string>; state: () => Promise<unknown> }>> = {
  '/keys': {
    fields: { type: 'sk', label: 'stolen' },
    state: () => service.store.keys.list(service.owner.id),
  },
  '/device': {
    fields: { user_code: 'BCDF-GHJK', decision: 'approve' },
    state: () => service.store.devices.waiting('BCDF-GHJK'),
  },
  '/account/passkeys': {
    fields: { credential: '{}' },
    state: () => service.store.passkeys.list(service.owner.id),
  },
  '/account/passkeys/remove': {
    fields: { passkey: key.credential },
    state: () => service.store.passkeys.list(service.owner.id),
  },
  '/account/passkeys/demand': {
    fields: { demanded: 'yes' },
    state: () => service.store.passkeys.areNeeded(service.owner.id),
  },
  '/catalogue': {
    fields: { token: 'a.b.c' },
    state: () => service.store.filmDatabaseToken.read(),
  },
  '/invitations': {
    fields: { role: 'reviewer' },
    state: () => service.store.invitations.list(service.owner.id),
  },
  '/account/delete': { fields: { name: owner.name }, state: () => service.store.users.list() },
};

describe.each(Object.entries(acts))('%s', (path, { fields, state }) => {
  test('signed in within the last 10 minutes', async () => {
    await service.store.passkeys.add(service.owner.id, 'Laptop', key);
    const before = await state();
    service.wait(600);
    const answer = await service.post(path, fields, { cookie });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(
      /^\/sign-in\?again=1&next=%2F(?:keys|device|account|catalogue|invitations)$/,
    );
    expect(await state()).toEqual(before);
    cookie = await service.signedIn();
    const allowed = await service.post(path, path === '/account/delete' ? { name: 'eve' } : fields, {
      cookie,
    });
    expect(allowed.headers.get('location') ?? '').not.toMatch(/again/);
  });
});

test('the pages offer the sign-in in the place of these forms, with the name filled in', async () => {
  service.wait(600);
  expect(await page('/keys')).not.toContain('action="/keys"');
  expect(await page('/account')).not.toMatch(/action="\/account\/(?:passkeys|delete)/);
  const again = await page('/sign-in?again=1&next=%2Fkeys');
  expect(again).toContain('value="ada"');
  expect(again).toContain('value="/keys"');
});

test('the password needs the current one, however recent the sign-in is', async () => {
  const change = (current: string) =>
    service.post('/account/password', { current, password: 'battery staple' }, { cookie });
  expect((await change('')).status).toBe(403);
  expect((await change(owner.password)).status).toBe(200);
});

describe('a deleted account', () => {
  test('leaves nothing of its person, and everything of others', async () => {
    const eve = await service.store.users.add('eve', 'another horse', 'member');
    if (eve === undefined) throw new Error('there is no second person');
    const keyOfEve = await service.store.keys.create(eve.id, 'sk', 'eve');
    for (const one of [service.sk, keyOfEve])
      await service.scrobble({ type: 'movie', progress: 595, duration: 600, tmdbId: 10378 }, one);
    await service.store.passkeys.add(service.owner.id, 'Laptop', key);
    cookie = await service.signedIn();
    const wrong = await service.post('/account/delete', { name: 'eve' }, { cookie });
    expect(wrong.status).toBe(400);
    const answer = await service.post('/account/delete', { name: 'ada' }, { cookie });
    expect(await answer.text()).toContain('Account deleted');
    expect(answer.headers.getSetCookie().every((one) => one.includes('Max-Age=0'))).toBe(true);
    expect((await service.call('GET', '/matinee/history')).status).toBe(401);
    expect((await service.call('GET', '/matinee/history', { key: keyOfEve })).body.data?.['total']).toBe(1);
    expect((await service.store.users.list()).map(({ name }) => name)).toEqual(['eve']);
    expect(await service.store.sessions.ofMedia(service.owner.id, { type: 'movie', tmdbId: 10378 })).toEqual(
      [],
    );
    expect(await service.store.check()).toEqual([]);
  });

  test('is deleted from every table that has a person', () => {
    expect(personalTables).toEqual(
      expect.arrayContaining([
        'logins',
        'keys',
        'devices',
        'audit',
        'watches',
        'ratings',
        'passkeys',
        'invitations',
      ]),
    );
  });
});
