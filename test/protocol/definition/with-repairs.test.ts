import { expect, test } from 'vitest';
import { checkImportedDefinition, withProof } from '../../../src/protocol/definition/check-imported';
import type { Definition, Source } from '../../../src/protocol/definition/definition';
import { withRepairs, type Repair } from '../../../src/protocol/definition/with-repairs';

const definition = (title: Source, year: Source): Definition => ({
  version: 1,
  id: 'cinema',
  name: 'Cinema',
  hosts: ['www.cinema.example'],
  pages: [
    {
      kind: 'film',
      match: { path: '^/film/(?<id>[0-9]+)$' },
      item: { type: [{ constant: 'movie' }], title: [title], year: [year] },
    },
    { kind: 'live', match: { path: '^/live$' }, item: { title: [title] } },
  ],
  verified: { date: null, how: 'a page of the tests' },
});
const packaged = definition({ text: '.old-title' }, { text: '.old-year' });
const updated = definition({ text: '.next-title' }, { text: '.next-year' });

/** As the workbench stores it: the whole definition of then, with the person's source first. */
const repair: Repair = {
  page: 'film',
  field: 'title',
  checked: withProof({
    ...packaged,
    pages: [
      {
        ...packaged.pages[0],
        item: { ...packaged.pages[0]?.item, title: [{ text: '.mine' }, { text: '.old-title' }] },
      },
      packaged.pages[1],
    ],
  }),
};

test('the person’s source comes before those of the field, on that kind of page alone', () => {
  const [film, live] = withRepairs(packaged, [repair]).pages;
  expect(film?.item.title).toEqual([{ text: '.mine' }, { text: '.old-title' }]);
  expect(film?.item.year).toEqual([{ text: '.old-year' }]);
  expect(live).toEqual(packaged.pages[1]);
});

test('a source that was missing comes behind those that still read other pages', () => {
  const sources = [{ text: '.old-title' }, { text: '.mine' }];
  const page = { ...packaged.pages[0], item: { ...packaged.pages[0]?.item, title: sources } };
  const behind = { ...repair, checked: withProof({ ...packaged, pages: [page] }), after: 1 };
  expect(withRepairs(updated, [behind]).pages[0]?.item.title).toEqual([
    { text: '.next-title' },
    { text: '.mine' },
  ]);
});

test('an updated connector keeps the repaired field, and gives all others', () => {
  const merged = withRepairs(updated, [repair]);
  expect(merged.pages[0]?.item).toEqual({
    type: [{ constant: 'movie' }],
    title: [{ text: '.mine' }, { text: '.next-title' }],
    year: [{ text: '.next-year' }],
  });
  expect(merged.pages[1]).toEqual(updated.pages[1]);
  expect(checkImportedDefinition(merged).ok).toBe(true);
});

test('a repair that the checker has not accepted, or of a page that is gone, changes nothing', () => {
  const unchecked = { ...repair, checked: { ...repair.checked, proof: '' } };
  expect(withRepairs(packaged, [unchecked])).toEqual(packaged);
  const elsewhere = { ...updated, pages: updated.pages.slice(1) };
  expect(withRepairs(elsewhere, [repair]).pages).toEqual(elsewhere.pages);
  expect(withRepairs(packaged)).toEqual(packaged);
});
