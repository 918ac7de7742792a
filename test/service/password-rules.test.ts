import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isGuessable } from '../../src/service/pages/password-rules';

test.each([
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
  'password',
  'Password1',
  'P@ssw0rd',
  'passw0rd!',
  'passwort1',
  'qwertyuiop',
  'qwerty123',
  'QWERTZ2024',
  '1q2w3e4r',
  '1qaz2wsx',
  'abcdefgh',
  'abcd1234',
  'aaaaaaaa',
  '11111111',
  '12121212',
  'iloveyou',
  'iloveyou2',
  'letmein1',
  'welcome123',
  'admin123',
  'sunshine1',
  'football',
  'superman',
  'trustno1',
  'asdfghjkl',
  'changeme',
  'netflix1',
  'matinee2026',
  'passwordpassword',
  '12341234',
  'annasmith',
  'AnnaSmith',
  'annasmith1',
])('%s is refused', (password) => expect(isGuessable(password, 'Anna Smith')).toBe(true));

test('the 3,000 most common passwords of the shortest length that is allowed are refused', () => {
  const common = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  expect(common.length).toBeGreaterThan(3_000);
  expect(common.slice(0, 3_000).filter((password) => !isGuessable(password, 'Anna Smith'))).toEqual([]);
});

test.each([
  'correct horse',
  'a long password',
  'wrong horse',
  'tr0ub4dor&3',
  'Annas Kater heißt Max',
  'x9-Kd2_vb',
  'кот в мешке',
])('%s is taken', (password) => expect(isGuessable(password, 'Anna Smith')).toBe(false));
