import { expect, test } from 'vitest';
import { findCycles, readModule, type SourceModule } from '../../../scripts/metrics/source-modules';

const read = (code: string) => readModule({ path: 'src/a.ts', code, resolve: (specifier) => specifier });

test.each([
  ['import { a } from "./b";', [{ target: './b', typeOnly: false }]],
  ['import "./b";', [{ target: './b', typeOnly: false }]],
  ['import type { A } from "./b";', [{ target: './b', typeOnly: true }]],
  ['import { type A, type B } from "./b";', [{ target: './b', typeOnly: true }]],
  ['import { type A, b } from "./b";', [{ target: './b', typeOnly: false }]],
  ['import * as all from "zod";', [{ target: 'zod', typeOnly: false }]],
  ['export { a } from "./b";', [{ target: './b', typeOnly: false }]],
  ['export type { A } from "./b";', [{ target: './b', typeOnly: true }]],
  ['export * from "./b";', [{ target: './b', typeOnly: false }]],
  ['export const a = () => import("./b");', [{ target: './b', typeOnly: false }]],
  ['export type A = import("./b").B;', [{ target: './b', typeOnly: true }]],
  ['import data from "./b.json" with { type: "json" };', [{ target: './b.json', typeOnly: false }]],
  ['const text = "import a from \'./b\'"; // import c from "./d"', []],
])('the imports of %s are found', (code, imports) => {
  expect(read(code).imports).toEqual(imports);
});

test.each([
  ['browser.tabs.query({});', ['browser.tabs']],
  ['void chrome?.runtime.id;', ['chrome.runtime']],
  ['void globalThis.chrome;', ['globalThis.chrome']],
  ['window["browser"];', ['window.browser']],
  ['interface A { browser: string } const a: A = { browser: "x" }; void a.browser;', []],
  ['// browser.tabs', []],
])('the extension API in %s is seen', (code, used) => {
  expect(read(code).extensionApi).toEqual(used);
});

test('the keys of texts are found, and only those that are written out', () => {
  expect(read('text("a.b"); text(key); other("c"); text(`d`);').textKeys).toEqual(['a.b']);
});

test('a circle of imports is found, through types as well, and a diamond is none', () => {
  const module = (path: string, ...targets: string[]): SourceModule => ({
    path,
    lines: 1,
    imports: targets.map((target) => ({ target, typeOnly: true })),
    extensionApi: [],
    textKeys: [],
  });
  expect(findCycles([module('a', 'b'), module('b', 'c'), module('c', 'b')])).toEqual([['b', 'c', 'b']]);
  expect(findCycles([module('a', 'b', 'c'), module('b', 'd'), module('c', 'd'), module('d')])).toEqual([]);
});
