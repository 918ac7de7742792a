import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '../../../src/service/secrets/secret';
import { startTest, type ServiceUnderTest } from '../service-under-test';

// A key that was found is not looked up again for a second; what ends it counts at once.

let service: ServiceUnderTest;
let key: string;
beforeEach(async () => {
  service = await startTest();
  key = await service.store.keys.create(service.owner.id, 'sk', 'TV', { lifetimeMs: 60_000 });
  expect(await status()).toBe(200);
});
afterEach(() => service.close());

const status = async () => (await service.call('GET', '/matinee/progress', { key })).status;

test('revoked by its id', async () => {
  const own = (await service.store.keys.list(service.owner.id)).find(({ label }) => label === 'TV');
  await service.store.keys.revoke(service.owner.id, own?.id ?? '');
  expect(await status()).toBe(401);
});

test('revoked by the client', async () => {
  expect((await service.call('POST', '/auth/revoke', { key, body: {} })).status).toBe(200);
  expect(await status()).toBe(401);
});

test('expired', async () => {
  service.wait(59);
  expect(await status()).toBe(200);
  service.wait(1);
  expect(await status()).toBe(401);
});

test('with its account deleted', async () => {
  await service.store.deleteAccount(service.owner.id);
  expect(await status()).toBe(401);
});

test('revoked while it is looked up', async () => {
  const fresh = await service.store.keys.create(service.owner.id, 'sk', 'fresh');
  const answers = Promise.all([
    service.store.keys.find(fresh),
    service.store.keys.revokeHash(service.owner.id, hashSecret(fresh)),
  ]);
  await answers;
  expect(await service.store.keys.find(fresh)).toBeUndefined();
});

test('devices that are signed out', async () => {
  key = await service.store.keys.create(service.owner.id, 'mt', 'device');
  expect(await status()).toBe(200);
  await service.store.keys.revokeDevices(service.owner.id);
  expect(await status()).toBe(401);
});
