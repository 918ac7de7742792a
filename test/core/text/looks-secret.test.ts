import { expect, test } from 'vitest';
import { looksSecret } from '../../../src/core/text/looks-secret';
import { builtInSites } from '../../../scripts/connector/files';
import { readCases } from '../../../scripts/connector/read-cases';

test.each([
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '3f2b8c1a-9d4e-4a6b-8f0c-1e2d3c4b5a69',
  'Bearer ya29A0AfH6SMBx8Q2kz1WvT',
  'sess_4f9Kd82LmQ0xZp71',
  '{"storage":"session"}',
  '[{"id":1}]',
  '12345678901234567890123',
])('%s is not a title', (text) => {
  expect(looksSecret(text)).toBe(true);
});

test.each([
  'Sintel',
  'S1:E2 The Lord of the Rings: The Rings of Power (2022)',
  'the-lord-of-the-rings-the-two-towers-2002-extended',
  'Big.Buck.Bunny.2008.1080p.x264.WEB-DL.mkv',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  'Donaudampfschifffahrtsgesellschaftskapitän2',
  '[REC]³: Génesis',
  '[Rec]',
  '{Proof}',
  '転生したらスライムだった件第2期第36話',
  'Supercalifragilisticexpialidocious',
  '1917',
  'THX-1138',
])('%s can be one', (text) => {
  expect(looksSecret(text)).toBe(false);
});

test('no title of a saved page looks like a secret', () => {
  const texts = builtInSites()
    .flatMap((site) => readCases(site))
    .flatMap((one) => [
      ...JSON.stringify(one).matchAll(/"(?:title|seriesTitle|episodeTitle)":"((?:[^"\\]|\\.)*)"/g),
    ])
    .map(([, text = '']) => JSON.parse(`"${text}"`) as string);
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(looksSecret)).toEqual([]);
});
