import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/store';
import { contentsOf } from './contents-of';

const folder = mkdtempSync(join(tmpdir(), 'matinee-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('keys that were revoked are deleted after 90 days, the next time that one is revoked', async () => {
  let now = Date.UTC(2026, 10, 29);
  const store = await openStore({ dataDir: folder, now: () => now });
  const { id } = await store.users.ensureOwner();
  const revoke = async (label: string) => {
    await store.keys.create(id, 'sk', label);
    const key = (await store.keys.list(id)).find((one) => one.label === label);
    await store.keys.revoke(id, key?.id ?? '');
  };
  const kept = () => contentsOf(join(folder, 'matinee.db')).get('keys')?.join() ?? '';
  await revoke('the old key');
  now += 89 * 86_400_000;
  await revoke('newer');
  expect(kept()).toContain('the old key');
  now += 2 * 86_400_000;
  await revoke('newest');
  expect(kept()).not.toContain('the old key');
  expect(kept()).toContain('newer');
  await store.close();
});
