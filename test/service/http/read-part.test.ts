import { expect, test } from 'vitest';
import { readPart } from '../../../src/service/http/read-body';
import { threadTime } from '../../support/thread-time';

const TYPE = 'multipart/form-data; boundary=border';
const part = (name: string, text: string, more = '') =>
  `--border\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const read = (body: string | Uint8Array, name = 'file', type = TYPE) =>
  readPart(Buffer.from(body), type, name);
const textOf = (...args: Parameters<typeof read>) => {
  const bytes = read(...args)?.bytes;
  return bytes && new TextDecoder().decode(bytes);
};

test('a form is read as a browser writes it', async () => {
  const form = new FormData();
  form.append('other', 'é');
  form.append('file', new File(['a,b\r\n1,2\r\n'], 'Überblick.csv', { type: 'text/csv' }));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const found = readPart(new Uint8Array(await request.arrayBuffer()), type, 'file');
  expect(found?.fileName).toBe('Überblick.csv');
  expect(new TextDecoder().decode(found?.bytes)).toBe('a,b\r\n1,2\r\n');
});

test.each([
  ['the first of a name', `${part('file', 'a')}${part('file', 'b')}--border--\r\n`, 'a'],
  ['one behind a preamble', `hello\r\n${part('file', 'a')}--border--`, 'a'],
  ['one that is empty', `${part('file', '')}--border--`, ''],
  ['one that is no file', `${part('x', 'a')}${part('file', 'b')}--border--`, 'b'],
  ['none that has no end', part('file', 'a'), undefined],
  ['none of another name', `${part('x', 'a')}--border--`, undefined],
  ['none where a head has no end', '--border\r\nContent-Disposition: form-data; name="file"', undefined],
  ['none in an empty body', '', undefined],
  ['none behind twenty others', `${part('x', '').repeat(20)}${part('file', 'a')}--border--`, undefined],
])('%s is found', (_, body, expected) => expect(textOf(body)).toBe(expected));

test('the border may be in quotes, and must be stated', () => {
  const body = `${part('file', 'a')}--border--`;
  expect(textOf(body, 'file', 'multipart/form-data; boundary="border"')).toBe('a');
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=""', ''])
    expect(textOf(body, 'file', type)).toBeUndefined();
});

test.each(['\r\n--', '\r\n--borde', '\r\n--border\r\n', '--border\r\n\r\n', 'a', 'name="', '\r\n\r\n'])(
  '32 MiB of %j take no time',
  (unit) => {
    const body = Buffer.from(`${part('x', '')}${unit.repeat((32 * 1024 * 1024) / unit.length)}`);
    let least = Infinity;
    for (let times = 0; times < 3 && least > 150; times += 1) {
      const start = threadTime();
      readPart(body, TYPE, 'file');
      least = Math.min(least, threadTime() - start);
    }
    expect(least).toBeLessThan(150);
  },
);
