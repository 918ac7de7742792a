import { expect, test } from 'vitest';
import { changesIn } from '../../../scripts/metrics/changed-arrays';

const changes = (code: string) => changesIn(code, 'one.ts');

test.each([
  ['a parameter', 'function add(list: string[]) { list.push("a"); }'],
  ['a part of a parameter', 'const add = (page: Page) => page.lines.sort();'],
  ['a name taken out of a parameter', 'function add({ lists: [first] }: Page) { first.reverse(); }'],
  ['the parameter of an outer function', 'function all(list: string[]) { each((one) => list.push(one)); }'],
  ['a rest parameter', 'function all(...list: string[]) { list.splice(0); }'],
])('%s that is changed is a place', (_, code) => {
  expect(changes(code)).toEqual(['one.ts:1']);
});

test.each([
  ['an array of the function itself', 'function all() { const list = []; list.push("a"); return list; }'],
  ['a copy', 'function sorted(list: string[]) { return [...list].sort(); }'],
  ['a new name that hides a parameter', 'function all(list: string[]) { { const list = []; list.pop(); } }'],
  ['a field of a class', 'class Log { add(line: string) { this.lines.push(line); } }'],
  ['a method that changes nothing', 'function all(list: string[]) { return list.toSorted(); }'],
])('%s is none', (_, code) => {
  expect(changes(code)).toEqual([]);
});
