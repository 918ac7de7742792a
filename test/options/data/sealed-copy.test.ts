import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCopyKey, seal, unseal } from '../../../src/options/data/backup';
import { settingsCopySchema } from '../../../src/protocol/tracker/profile';

const backup = { format: 'matinee-backup', settings: { interval: 300 }, note: 'Мій «сад»' };
const password = 'correct horse battery';

test('a copy is opened with its password, and by no other', async () => {
  const sealed = await seal(await createCopyKey(password), backup);
  expect(settingsCopySchema.safeParse({ content: sealed }).success).toBe(true);
  expect(sealed).not.toContain('interval');
  expect((await unseal(sealed, password))?.value).toEqual(backup);
  expect(await unseal(sealed, `${password} `)).toBeUndefined();
});

test('the key of an opened copy seals the next one, and cannot be read', async () => {
  const opened = await unseal(await seal(await createCopyKey(password), backup), password);
  if (opened === undefined) throw new Error('it was not opened');
  await expect(crypto.subtle.exportKey('raw', opened.copyKey.key)).rejects.toThrow();
  const next = await seal(opened.copyKey, { ...backup, note: 'later' });
  expect((await unseal(next, password))?.value).toMatchObject({ note: 'later' });
});

test('two copies of the same settings have nothing in common but their salt', async () => {
  const key = await createCopyKey(password);
  const [one, other] = await Promise.all([seal(key, backup), seal(key, backup)]);
  const parts = (sealed = '') => sealed.split('.');
  expect(parts(one).slice(0, 2)).toEqual(parts(other).slice(0, 2));
  expect(parts(one)[2]).not.toBe(parts(other)[2]);
  expect(parts(one)[3]).not.toBe(parts(other)[3]);
});

test('what is damaged, of another form, or far too large is not opened', async () => {
  const key = await createCopyKey(password);
  const sealed = await seal(key, backup);
  const [version, salt = '', iv, content = ''] = sealed.split('.');
  const flipped = `${content.startsWith('A') ? 'B' : 'A'}${content.slice(1)}`;
  for (const broken of [
    '',
    '1',
    'x.y.z',
    '1.@.@.@',
    `2.${[salt, iv, content].join('.')}`,
    sealed.slice(0, -8),
  ])
    expect(await unseal(broken, password)).toBeUndefined();
  expect(await unseal([version, salt, iv, flipped].join('.'), password)).toBeUndefined();
  const nonce = new Uint8Array(12);
  const bomb = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    key.key,
    gzipSync(Buffer.alloc(40_000_000)),
  );
  const parts = [key.salt, nonce, new Uint8Array(bomb)].map((bytes) => Buffer.from(bytes).toString('base64'));
  expect(await unseal(['1', ...parts].join('.'), password)).toBeUndefined();
});
