import { describe, expect, it } from 'vitest';
import { findByJsonPath, parseJsonPath } from '../../../src/core/definition/json-path';

const value = {
  show: {
    title: 'The Series',
    'odd key': 1,
    seasons: [
      { seq: 1, episodes: [{ id: 5, name: 'A' }] },
      {
        seq: 2,
        episodes: [
          { id: 7, name: 'B' },
          { id: 8, name: 'C' },
        ],
      },
    ],
  },
  list: [
    { kind: 'a', n: 1 },
    { kind: 'b', n: 2, deep: { x: true } },
  ],
};

function find(path: string, root: unknown = value): unknown[] {
  const parsed = parseJsonPath(path);
  return parsed === undefined ? ['no path'] : findByJsonPath(root, parsed);
}

it.each([
  ['$', [value]],
  ['$.show.title', ['The Series']],
  ["$.show['odd key']", [1]],
  ['$["show"].title', ['The Series']],
  ['$.show.seasons[0].seq', [1]],
  ['$.show.seasons[-1].seq', [2]],
  ['$.show.seasons[*].episodes[*].id', [5, 7, 8]],
  ['$..name', ['A', 'B', 'C']],
  ["$.list[?@.kind == 'b'].n", [2]],
  ['$.list[?@.n==1].kind', ['a']],
  ['$.list[?@.deep.x == true].n', [2]],
  ['$.nothing.here', []],
  ['$.show.seasons[9]', []],
  ['$.list.kind', []],
])('%s', (path, found) => {
  expect(find(path)).toEqual(found);
});

describe('a path that is none', () => {
  it.each([
    '',
    'show',
    '.show',
    '$show',
    '$.',
    '$[',
    "$['a]",
    '$.a[1:2]',
    '$[?@.a > 1]',
    '$.a b',
    '$..',
    `$${'.a'.repeat(40)}`,
    `$.${'a'.repeat(400)}`,
  ])('%j', (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  });
});

describe('prototypes', () => {
  it.each([
    '$.__proto__',
    "$['__proto__']",
    '$..constructor',
    '$.a.prototype',
    "$.list[?@.__proto__ == 'a']",
  ])('%s is no path', (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  });

  it('reads own properties only', () => {
    expect(find('$.toString')).toEqual([]);
    expect(find('$.show.hasOwnProperty')).toEqual([]);
    expect(find('$.secret', Object.create({ secret: 1 }))).toEqual([]);
  });
});

it('stays bounded on a huge and deep document', () => {
  let deep: unknown = { name: 'end' };
  for (let level = 0; level < 5_000; level += 1) deep = { inner: deep };
  expect(find('$..name', deep)).toEqual([]);
  expect(
    find(
      '$[*]',
      Array.from({ length: 100_000 }, () => 1),
    ).length,
  ).toBe(500);
});
