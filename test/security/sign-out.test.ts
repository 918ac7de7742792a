import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REVOCATION_ALARM } from '../../src/background/account/revocation';
import { openPage, startWorker, type WorkerUnderTest } from '../background/support/worker-under-test';

// Whoever uses the computer, or copies the profile, after a person has signed out or erased everything.

const page = { private: false };
let worker: WorkerUnderTest;
let token: string;
beforeEach(async () => {
  worker = await startWorker({ granted: ['https://localhost/*', 'https://www.netflix.com/*'] });
  token = await worker.service.store.keys.create(worker.service.owner.id, 'mt', 'device');
  await worker.signIn('owner', token);
});
afterEach(() => worker.close());

const isAlive = async () => (await worker.service.call('GET', '/dashboard', { key: token })).status === 200;
const revocations = () => worker.requests.filter(({ path }) => path.endsWith('/auth/revoke'));
/** Everything on the disk, as text. */
const stored = async () =>
  JSON.stringify([
    await Promise.all([...worker.database.objectStoreNames].map((name) => worker.database.getAll(name))),
    [...worker.memory.local.values],
  ]);
const watch = async () => {
  const view = await openPage(worker);
  await view.play(0, 60, {}, 10);
  return view;
};

describe('signing out', () => {
  test('revokes the token at the tracker, which is sent in the header alone', async () => {
    await worker.handlers['account.sign-out']({}, page);
    await worker.revoke();
    expect(await isAlive()).toBe(false);
    expect(revocations()).toMatchObject([{ body: {}, authorization: `Bearer ${token}` }]);
    expect(await stored()).not.toContain(token);
  });

  test('revokes it later where the tracker cannot be reached', async () => {
    worker.faults.push(
      () => Promise.reject(new TypeError('offline')),
      () => new Response('', { status: 503 }),
    );
    await worker.handlers['account.sign-out']({}, page);
    await worker.revoke();
    expect(worker.memory.alarms.has(REVOCATION_ALARM)).toBe(true);
    await worker.revoke();
    expect(await isAlive()).toBe(true);
    await worker.revoke();
    expect(await isAlive()).toBe(false);
    expect(worker.memory.alarms.has(REVOCATION_ALARM)).toBe(false);
  });

  test('sends the token once, although two pages ask for it at the same time', async () => {
    await worker.handlers['account.sign-out']({}, page);
    await Promise.all([worker.revoke(), worker.revoke()]);
    expect(revocations()).toHaveLength(1);
  });

  test('also revokes a token that joins while another one is being revoked', async () => {
    const next = await worker.service.store.keys.create(worker.service.owner.id, 'mt', 'device');
    await worker.handlers['account.sign-out']({}, page);
    await worker.signIn('owner', next);
    worker.faults.push(async (pass) => {
      await worker.handlers['account.sign-out']({}, page);
      return pass();
    });
    await worker.revoke();
    expect(worker.memory.alarms.has(REVOCATION_ALARM)).toBe(true);
    await worker.revoke();
    expect(revocations().map(({ authorization }) => authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${next}`,
    ]);
  });

  test('neither loses a token that joins at any moment of a revocation, nor asks twice for another', async () => {
    const keyOf = (name: string) => worker.service.store.keys.create(worker.service.owner.id, 'mt', name);
    const lost: number[] = [];
    const twice: number[] = [];
    for (let reads = 0; reads < 12; reads++) {
      worker.requests.length = 0;
      const [first, second] = [await keyOf(`first ${reads}`), await keyOf(`second ${reads}`)];
      await worker.signIn('owner', first);
      await worker.handlers['account.sign-out']({}, page);
      await worker.signIn('owner', second);
      let joined: Promise<unknown> = Promise.resolve();
      const join = async () => {
        for (let read = 0; read < reads; read++) await worker.database.get('account', 'pending');
        await worker.handlers['account.sign-out']({}, page);
      };
      worker.faults.push((pass) => {
        joined = join();
        return pass();
      });
      await worker.revoke();
      await joined;
      await worker.revoke();
      const times = (key: string) =>
        revocations().filter(({ authorization }) => authorization === `Bearer ${key}`).length;
      if (times(second) === 0) lost.push(reads);
      if (times(first) + times(second) > 2) twice.push(reads);
    }
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
  });

  test('asks a tracker without that operation once', async () => {
    worker.faults.push(() => Response.json({ error: 'NOT_FOUND', message: '' }, { status: 404 }));
    await worker.handlers['account.sign-out']({}, page);
    await worker.revoke();
    await worker.revoke();
    expect(revocations()).toHaveLength(1);
    expect(await stored()).not.toContain(token);
  });

  test('with removal leaves no title', async () => {
    await watch();
    expect(await stored()).toContain('Sintel');
    await worker.handlers['account.sign-out']({ remove: true }, page);
    expect(await stored()).not.toContain('Sintel');
  });

  test('without removal keeps what waits to be sent', async () => {
    worker.faults.push(...Array.from({ length: 9 }, () => () => Promise.reject(new TypeError('offline'))));
    await watch();
    await worker.handlers['account.sign-out']({}, page);
    expect(await worker.entries()).toHaveLength(1);
  });
});

describe('"Erase everything"', () => {
  test('leaves nothing, gives up access to sites, and revokes the token', async () => {
    const view = await watch();
    await worker.handlers['data.erase']({}, page);
    expect(await stored()).not.toMatch(/Sintel|netflix/);
    expect(await stored()).not.toContain(token);
    expect(worker.memory.alarms.size).toBe(0);
    await expect.poll(isAlive).toBe(false);
    // The page that plays on is not recorded again.
    expect(await view.report({ position: 100 })).toEqual({ end: true });
    expect((await openPage(worker)).hello).toEqual({ kind: 'none' });
    expect(worker.memory.granted).not.toContain('https://www.netflix.com/*');
    expect(await stored()).not.toContain('Sintel');
  });

  test('ends what is under way: an update that is sent leaves no trace', async () => {
    let isSent: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (isSent = resolve));
    const view = await watch();
    worker.wait(370);
    await view.report({ position: 430 });
    worker.faults.push(async (pass) => {
      isSent();
      await erased;
      return pass();
    });
    let isErased: () => void = () => undefined;
    const erased = new Promise<void>((resolve) => (isErased = resolve));
    const delivery = worker.deliver();
    await sent;
    await worker.handlers['data.erase']({}, page);
    // The delivery ends before the tracker has answered.
    await delivery;
    isErased();
    expect(await stored()).not.toMatch(/Sintel/);
  });
});
