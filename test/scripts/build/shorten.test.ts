import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asciiText, shorten } from '../../../scripts/build/shorten';

test('a script is ASCII alone, and means the same', async () => {
  const code = "[`第${1}話`, '😀é', /^[〇一]{1,2}–$/u.source, String.raw`シ\\d`]";
  const { code: text } = await shorten({ code: `result = ${code}` }, {});
  expect(text).not.toMatch(/[\u0080-\uffff]/);
  const [template, plain, pattern = '', raw = ''] = runInNewContext(text) as string[];
  expect([template, plain]).toEqual(['第1話', '😀é']);
  expect(new RegExp(pattern, 'u').test('〇一–')).toBe(true);
  expect(new RegExp(raw, 'u').test('シ5')).toBe(true);
});

test('an escape before such a character is refused', () => {
  expect(() => asciiText('String.raw`\\–`')).toThrow('would change its meaning');
  expect(asciiText('String.raw`\\\\–`')).toBe('String.raw`\\\\\\u2013`');
});

test('a map names the sources; there is none where escapes would shift its columns', async () => {
  const map = JSON.stringify({ version: 3, sources: ['src/one.ts'], names: [], mappings: 'AAAA' });
  const { map: shortened } = await shorten({ code: 'result = 1 + 1', map }, {});
  expect(JSON.parse(shortened ?? '')).toMatchObject({ sources: ['src/one.ts'] });
  await expect(shorten({ code: 'result = String.raw`シ`', map }, {})).rejects.toThrow('raw strings');
});
