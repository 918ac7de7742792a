import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importLimit } from '../../src/service/library/imports/import-jobs';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** Files that are refused with the sentence which one is wanted, and those in other encodings. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const diary = 'Name,Year,Letterboxd URI,Watched Date\nSintel,2010,x,2024-01-02\n';
const movie = { title: 'Sintel', year: 2010, ids: { tmdb: 45_745 } };

const ARCHIVE = 'The body is an archive that is damaged, too large, or without a file of a known source';
const zipOf = (files: Readonly<Record<string, string>>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

async function send(content: string | Buffer<ArrayBuffer>) {
  const headers = { cookie: await service.signedIn(), origin: 'http://localhost' };
  const body = new FormData();
  body.set('file', new File([content], 'diary.csv'));
  return service.app.request('/import', { method: 'POST', headers, body });
}

/** The local header of an uncompressed file, its name and the file itself. */
const zip = Buffer.concat([
  Buffer.from('504b030414000000000000000000', 'hex'),
  Buffer.alloc(16),
  Buffer.from(`a.csvDate,${diary.replace('\n', '\n2024-01-02,')}`),
]);

describe('a file is refused with the reason', () => {
  test.each([
    ['a ZIP file that is cut off', zip, 'This archive can’t be read', ARCHIVE],
    ['a damaged gzip file', Buffer.from('1f8b0800', 'hex'), 'This archive can’t be read', ARCHIVE],
    [
      'a ZIP file of other files',
      zipOf({ 'notes.csv': 'a,b\n1,2\n' }),
      'This archive can’t be read',
      ARCHIVE,
    ],
    [
      'the watchlist of Trakt',
      JSON.stringify([{ rank: 1, listed_at: '2024-01-02T20:00:00Z', type: 'movie', movie }]),
      'This list has no viewings.',
      'The body is a list without viewings',
    ],
    [
      'another list',
      JSON.stringify([{ id: 1, movie }]),
      'This isn’t a file from',
      'The body is no file of a known source',
    ],
  ])('%s', async (_, content, sentence, message) => {
    const answer = await send(content);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(sentence);
    const headers = { 'content-type': 'text/csv', 'x-api-key': service.sk };
    const body = new Uint8Array(Buffer.from(content));
    const called = await service.app.request('/api/v1/matinee/imports', { method: 'POST', headers, body });
    expect([called.status, ((await called.json()) as { message: string }).message]).toEqual([400, message]);
  });

  test('in the language of the person where it is too large', async () => {
    const cookie = await service.signedIn();
    await service.post('/account/preferences', { language: 'de', zone: 'UTC' }, { cookie });
    const headers = { cookie, origin: 'http://localhost', 'content-length': String(importLimit + 1) };
    const file = await service.app.request('/import', { method: 'POST', headers, body: 'x' });
    expect(file.status).toBe(413);
    expect(await file.text()).toContain('Die Datei ist zu groß. Höchstens 32 MB werden eingelesen.');
    const form = await service.app.request('/account/preferences', { method: 'POST', headers, body: 'x' });
    expect(form.status).toBe(413);
    expect(await form.text()).toContain('Das Formular ist zu groß.');
  });
});

test.each([
  ['UTF-16, little end first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, big end first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('a file in %s is read', async (_, encode) => {
  const sent = await send(encode(diary));
  expect(sent.status).toBe(303);
  expect((await send(encode(JSON.stringify([{ watched_at: '2024-01-02T20:00:00Z', movie }])))).status).toBe(
    303,
  );
});
