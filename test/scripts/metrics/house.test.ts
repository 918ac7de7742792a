import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  importEdges,
  namesakes,
  readDeclarations,
  readonlyWords,
  singleImporters,
} from '../../../scripts/metrics/house';
import { readModules } from '../../../scripts/metrics/source-modules';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'matinee-house-'))));
afterEach(() => rmSync(root, { recursive: true }));

function modulesOf(files: Readonly<Record<string, string>>) {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return readModules(root, 'src');
}

test('a file that one neighbour alone imports is named with it', () => {
  const modules = modulesOf({
    'src/a/main.ts': "import { one } from './one'; import { two } from '../b/two'; import './shared';",
    'src/a/other.ts': "import type { Shared } from './shared';",
    'src/a/one.ts': 'export const one = 1;',
    'src/a/shared.ts': 'export interface Shared {}',
    'src/b/two.ts': "import 'preact'; export const two = 2;",
  });
  expect(singleImporters(modules)).toEqual(['src/a/one.ts (by src/a/main.ts)']);
  expect(importEdges(modules)).toHaveLength(4);
});

test('names that a file exports are counted, and its types', () => {
  modulesOf({
    'src/a.ts': `export const one = 1, two = 2; export function three() {} export { four, five as six };
      export type { Seven } from './b'; export default class {} interface Inner {} export type Outer = Inner;`,
  });
  expect(readDeclarations(root, 'src/a.ts')).toEqual({
    exports: ['one', 'two', 'three', 'four', 'six', 'Seven', 'default', 'Outer'],
    types: ['Inner', 'Outer'],
  });
});

test('a type of one name in two folders has two homes, in one folder one', () => {
  const modules = modulesOf({
    'src/a/one.ts': 'interface Place {} type Row = string;',
    'src/a/two.ts': 'type Row = number;',
    'src/b/three.ts': 'export interface Place {}',
  });
  expect(namesakes(root, modules)).toEqual(['Place: src/a, src/b']);
});

test('each word `readonly` is a place, `Readonly` is none', () => {
  modulesOf({
    'src/a.ts': 'type Row = Readonly<{ id: string }>;\nexport type Rows = readonly (readonly Row[])[];',
  });
  expect(readonlyWords(root, 'src/a.ts')).toEqual(['src/a.ts:2', 'src/a.ts:2']);
});
