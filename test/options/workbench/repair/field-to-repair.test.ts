import { expect, test } from 'vitest';
import type { Proposal } from '../../../../src/core/workbench/page-facts';
import { fieldToRepair } from '../../../../src/options/workbench/repair/propose-repair';

const number: Proposal = { kind: 'label', source: { text: '.n' }, value: '3', count: 1, fragile: false };
const film = { fields: {} };
const episode = { fields: { episodeNumber: [number] } };
/** Of a connector that tells films and episodes apart by what it reads. */
const either = ['title', 'seriesTitle'];

test('the field that the person chose is repaired, whatever is missing', () => {
  expect(fieldToRepair(either, film, 'year')).toBe('year');
  expect(fieldToRepair(['seriesTitle', 'episodeNumber'], episode, 'episodeNumber')).toBe('episodeNumber');
});

test('where neither a film nor a series is read, the page says which of them it plays', () => {
  expect(fieldToRepair(either, film, undefined)).toBe('title');
  expect(fieldToRepair(either, episode, undefined)).toBe('seriesTitle');
});

test('else it is the first that is missing, and the title of a film where nothing is', () => {
  expect(fieldToRepair(['episodeNumber'], film, undefined)).toBe('episodeNumber');
  expect(fieldToRepair([], film, 'ids')).toBe('title');
});
