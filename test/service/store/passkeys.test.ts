import { expect, test } from 'vitest';
import { startTest } from '../service-under-test';

test('what an owner has asked of everybody ends with their account', async () => {
  const service = await startTest();
  const { passkeys, users } = service.store;
  const key = { credential: 'credential', publicKey: 'key', counter: 0 };
  await passkeys.add(service.owner.id, 'Phone', key);
  expect(await passkeys.needOfAll(service.owner.id, true)).toBe(true);
  await service.store.deleteAccount(service.owner.id);
  expect(await passkeys.areNeededOfAll()).toBe(false);
  const next = await users.claim('Mia', 'a password of some length');
  expect(await passkeys.areNeeded(next?.id ?? '')).toBe(false);
  await service.close();
});
