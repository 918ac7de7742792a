import { expect, test } from 'vitest';
import { readBackup } from '../../../src/options/data/backup';

const file = (content: string, size = content.length) => ({ size, text: () => Promise.resolve(content) });

test('the content of a JSON file is returned unchanged', async () => {
  expect(await readBackup(file('\uFEFF{"version":1}'))).toEqual({ ok: true, backup: { version: 1 } });
});

test.each([['{"version":1'], ['null'], ['"text"'], [''], ['\u0000\u0001']])(
  '%j is not a backup',
  async (content) => {
    expect(await readBackup(file(content))).toEqual({ ok: false, reason: 'not-json' });
  },
);

test('a huge file is refused before it is read', async () => {
  const huge = { size: 31_000_000, text: () => Promise.reject(new Error('was read')) };
  expect(await readBackup(huge)).toEqual({ ok: false, reason: 'too-large' });
});
