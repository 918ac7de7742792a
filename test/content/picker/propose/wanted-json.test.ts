import { expect, test } from 'vitest';
import { keptJson, wantedOf } from '../../../../src/content/picker/propose/wanted-json';

const value = {
  user: { name: 'Jane', title: 'Mrs' },
  show: {
    title: 'The Series',
    seasons: [
      { id: 's1', title: 'One', by: 'Jane' },
      { id: 's2', title: 'Two', by: 'Jane' },
    ],
  },
  text: '{"a": {"b": 7, "c": "Jane"}}',
  refs: [
    { kind: 'x', value: 1 },
    { kind: 'y', value: 2, by: 'Jane' },
  ],
};

test.each([
  ['a plain path', '$.show.title', [], { show: { title: 'The Series' } }],
  [
    'an index, with its place',
    '$.show.seasons[1].title',
    [],
    { show: { seasons: [null, { title: 'Two' }] } },
  ],
  [
    'an index from the end, with the length',
    '$.show.seasons[-1].title',
    [],
    { show: { seasons: [null, { title: 'Two' }] } },
  ],
  ['the first that a search finds, and no other', '$..title', [], { user: { title: 'Mrs' } }],
  [
    'a filter, with what it compares',
    "$.refs[?@.kind == 'y'].value",
    [],
    { refs: [null, { kind: 'y', value: 2 }] },
  ],
  [
    'a list that is searched: what is compared, and what is read',
    '$.show.seasons',
    [{ find: '$.id', equals: '{id}' }, { jsonPath: '$.title' }],
    {
      show: {
        seasons: [
          { id: 's1', title: 'One' },
          { id: 's2', title: 'Two' },
        ],
      },
    },
  ],
  ['JSON inside of a text', '$.text', [{ jsonPath: '$.a.b' }], { text: '{"a":{"b":7}}' }],
  ['what is no text is only there', '$.show', [], { show: {} }],
  ['what is not there', '$.nothing', [], undefined],
])('of a value is kept: %s', (_, path, transforms, kept) => {
  expect(keptJson(value, wantedOf(path, transforms))).toEqual(kept);
});

test('what several sources read stands side by side', () => {
  expect(
    keptJson(value, [...wantedOf('$.show.seasons[1].title'), ...wantedOf('$.show.seasons[0].id')]),
  ).toEqual({ show: { seasons: [{ id: 's1' }, { title: 'Two' }] } });
});
