import { expect, test } from 'vitest';
import { matchPage } from '../../../src/content/reader/match-page';
import { coversAddress } from '../../../src/core/hosts/page-address';
import { builtInSites } from '../../../scripts/connector/files';
import { checkDefinitionFile } from '../../../scripts/connector/check-site';
import { readCases } from '../../../scripts/connector/read-cases';

test('covers the same addresses as the content script, for every case of every site', () => {
  let compared = 0;
  for (const site of builtInSites()) {
    const { definition } = checkDefinitionFile(site);
    if (definition === undefined) throw new Error(site.id);
    const addresses = readCases(site).flatMap(({ case: one }) => [
      one.url,
      ...(one.steps ?? []).flatMap(({ url }) => url ?? []),
    ]);
    for (const address of [
      ...addresses,
      'https://www.other.example/',
      'https://www.other.example/a/b?c=1#d',
    ]) {
      const url = new URL(address);
      const isMatched = matchPage(definition, url) !== undefined;
      expect(coversAddress(definition.pages, url), `${site.id} ${address}`).toBe(isMatched);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(500);
});

test.each([
  [{ path: '^/watch/', exclude: ['trailer'] }, '/watch/1', true],
  [{ path: '^/watch/', exclude: ['trailer'] }, '/watch/1?kind=trailer', false],
  [{ query: { v: '.+' } }, '/watch?v=1', true],
  [{ query: { v: '.+' } }, '/watch', false],
  [{ hash: '^#/play/' }, '/#/play/1', true],
  [{ host: '^tv\\.' }, '/play', false],
])('%j and %s: %s', (match, place, expected) => {
  expect(coversAddress([{ match }], new URL(`https://www.taught.example${place}`))).toBe(expected);
});
