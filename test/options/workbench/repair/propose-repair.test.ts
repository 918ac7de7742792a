import { expect, test } from 'vitest';
import type { PageFacts } from '../../../../src/core/workbench/page-facts';
import { proposeRepair, repairOf } from '../../../../src/options/workbench/repair/propose-repair';
import type { Definition, Source } from '../../../../src/protocol/definition/definition';

const definition = (title: Source[]): Definition => ({
  version: 1,
  id: 'cinema',
  name: 'Cinema',
  hosts: ['www.cinema.example'],
  pages: [{ kind: 'film', match: { path: '^/' }, item: { title: [...title] } }],
  verified: { date: null, how: 'never' },
});
const own = [{ text: '.player-title' }, { meta: 'og:title' }];
const found = {
  kind: 'class',
  source: { text: '.headline' },
  value: 'Sintel',
  count: 1,
  fragile: false,
} as const;
const facts: Pick<PageFacts, 'fields'> = { fields: { title: [found] } };

const titleAfter = (missing: string[], sources: Source[] = own, known: string[] = []) => {
  const before = definition(sources);
  const repaired = proposeRepair(before, repairOf(before, 'film', 'title', missing), facts, known);
  return (repaired as Definition | undefined)?.pages[0]?.item.title;
};

test('where nothing reads the field any more, what may read other pages still comes first', () => {
  expect(repairOf(definition(own), 'film', 'title', ['title'])).toMatchObject({ after: 2 });
  expect(titleAfter(['title'])).toEqual([...own, found.source]);
});

test('where something else is read, the repair comes first', () => {
  expect(repairOf(definition(own), 'film', 'title', [])).not.toHaveProperty('after');
  expect(titleAfter([])).toEqual([found.source, ...own]);
});

test('where there is no more room for a source, the repair comes first and the last one goes', () => {
  const full = Array.from({ length: 12 }, (_, index): Source => ({ text: `.title-${index}` }));
  expect(titleAfter(['title'], full)).toEqual([found.source, ...full.slice(0, 11)]);
});

test('nothing is proposed that disagrees with what is known', () => {
  expect(titleAfter(['title'], own, ['Spring'])).toBeUndefined();
});
