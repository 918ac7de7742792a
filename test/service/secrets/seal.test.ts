import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from '../../../src/service/secrets/secret';

const seal = createSeal('a key of the tracker', randomBytes);

test('what is sealed is opened for its place alone, and with its key alone', () => {
  const sealed = seal.seal('refresh-token ü', '1/sink');
  expect(sealed).not.toContain('refresh');
  expect(seal.seal('refresh-token ü', '1/sink')).not.toBe(sealed);
  expect(seal.open(sealed, '1/sink')).toBe('refresh-token ü');
  expect(seal.open(sealed, '2/sink')).toBeUndefined();
  expect(createSeal('another key', randomBytes).open(sealed, '1/sink')).toBeUndefined();
});

test('what was changed or cut is not opened; what was stored before is as it was', () => {
  const sealed = seal.seal('token', 'x');
  const at = sealed.length - 3;
  expect(
    seal.open(`${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`, 'x'),
  ).toBe(undefined);
  expect(seal.open(sealed.slice(0, 20), 'x')).toBeUndefined();
  expect(seal.open('sk_old', 'x')).toBe('sk_old');
});
