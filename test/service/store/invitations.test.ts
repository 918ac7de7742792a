import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore } from './open-test-store';
import type { Store } from '../../../src/service/store/store';

const DAY_MS = 86_400_000;
const password = 'correct horse';
const clock = { now: Date.UTC(2026, 0, 1) };
let store: Store;
let ownerId: string;
beforeEach(async () => {
  clock.now = Date.UTC(2026, 0, 1);
  store = await openTestStore(() => clock.now);
  ({ id: ownerId } = await store.users.ensureOwner());
});
afterEach(() => store.close());

const names = async () => (await store.users.list()).map(({ name }) => name);

test('an invitation makes one account, of its role, and is gone', async () => {
  const secret = await store.invitations.create(ownerId, 'reviewer');
  const redeemed = await store.invitations.redeem(secret, 'ben', password);
  expect(redeemed).toMatchObject({ result: 'invited', invitedBy: ownerId, user: { name: 'ben' } });
  expect(await store.users.signIn('ben', password)).toMatchObject({ name: 'ben', role: 'reviewer' });
  expect(await store.invitations.redeem(secret, 'eve', password)).toEqual({ result: 'unknown' });
  expect(await store.invitations.find(secret)).toBeUndefined();
  expect(await store.invitations.list(ownerId)).toEqual([]);
  expect(await names()).toEqual(['owner', 'ben']);
});

test('open ones are listed, the newest first, and nothing shows their secrets', async () => {
  const first = await store.invitations.create(ownerId, 'member');
  const createdAt = (clock.now += 1000);
  const second = await store.invitations.create(ownerId, 'reviewer');
  const list = await store.invitations.list(ownerId);
  expect(list.map(({ role }) => role)).toEqual(['reviewer', 'member']);
  expect(list[0]).toMatchObject({ createdAt, expiresAt: createdAt + 7 * DAY_MS });
  for (const secret of [first, second])
    expect(JSON.stringify(list)).not.toContain(secret.split('.')[1] ?? secret);
});

test('it ends after 7 days', async () => {
  const secret = await store.invitations.create(ownerId, 'member');
  clock.now += 7 * DAY_MS - 1;
  expect(await store.invitations.find(secret)).toMatchObject({ role: 'member', userId: ownerId });
  clock.now += 1;
  expect(await store.invitations.find(secret)).toBeUndefined();
  expect(await store.invitations.list(ownerId)).toEqual([]);
  expect(await store.invitations.redeem(secret, 'ben', password)).toEqual({ result: 'unknown' });
  expect(await names()).toEqual(['owner']);
});

test('it is withdrawn by the person who made it, and by nobody else', async () => {
  const secret = await store.invitations.create(ownerId, 'member');
  const [{ hash } = { hash: '' }] = await store.invitations.list(ownerId);
  expect(await store.invitations.withdraw('another', hash)).toBe(false);
  expect(await store.invitations.find(secret)).toBeDefined();
  expect(await store.invitations.withdraw(ownerId, hash)).toBe(true);
  expect(await store.invitations.redeem(secret, 'ben', password)).toEqual({ result: 'unknown' });
  expect(await names()).toEqual(['owner']);
});

test('a name that is taken does not use it up', async () => {
  await store.users.add('Ben', password, 'member');
  const secret = await store.invitations.create(ownerId, 'member');
  expect(await store.invitations.redeem(secret, 'ben', password)).toEqual({ result: 'name-taken' });
  expect(await store.invitations.redeem(secret, 'eve', password)).toMatchObject({ result: 'invited' });
});

test.each(['', 'wrong', `${'0'.repeat(24)}.${'A'.repeat(43)}`, 'x'.repeat(5000), 'é\0'])(
  'no invitation has the secret %j',
  async (secret) => {
    await store.invitations.create(ownerId, 'member');
    expect(await store.invitations.find(secret)).toBeUndefined();
    expect(await store.invitations.redeem(secret, 'ben', password)).toEqual({ result: 'unknown' });
  },
);

// As many at once that some of their transactions overlap on PostgreSQL.
const MANY = 16;

test('of many who use it at the same moment one wins', async () => {
  const secret = await store.invitations.create(ownerId, 'member');
  const together = Array.from({ length: MANY }, (_, index) =>
    store.invitations.redeem(secret, `ben ${String(index)}`, password),
  );
  const results = (await Promise.all(together)).map(({ result }) => result);
  expect(results.filter((result) => result === 'invited')).toHaveLength(1);
  expect(results.filter((result) => result === 'unknown')).toHaveLength(MANY - 1);
  expect(await names()).toHaveLength(2);
});

test('of many who choose one name at the same moment, in other letters, one gets it', async () => {
  const secrets = await Promise.all(
    Array.from({ length: MANY }, () => store.invitations.create(ownerId, 'member')),
  );
  const lettersOf = (index: number) =>
    Array.from('abcd', (letter, bit) => (index & (1 << bit) ? letter.toUpperCase() : letter)).join('');
  const together = secrets.map((secret, index) =>
    store.invitations.redeem(secret, lettersOf(index), password),
  );
  const results = (await Promise.all(together)).map(({ result }) => result);
  expect(results.filter((result) => result === 'invited')).toHaveLength(1);
  expect(results.filter((result) => result === 'name-taken')).toHaveLength(MANY - 1);
  expect(await store.invitations.list(ownerId)).toHaveLength(MANY - 1);
});

test('invitations go with the account of the person who made them', async () => {
  const secret = await store.invitations.create(ownerId, 'reviewer');
  await store.deleteAccount(ownerId);
  expect(await store.invitations.redeem(secret, 'ben', password)).toEqual({ result: 'unknown' });
});
