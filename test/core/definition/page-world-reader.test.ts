import { afterEach, describe, expect, it } from 'vitest';
import { parsePageWorldPath, runPageWorldReaders } from '../../../src/core/definition/page-world-reader';

const world = globalThis as Record<string, unknown>;
afterEach(() => {
  delete world['testPlayer'];
});

/** As the browser runs it: from its text, so that it can name nothing outside itself. */
function runAll(...paths: readonly string[]): Record<string, unknown> {
  // The browser injects the source text of the function; the test shows that it is self-contained.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- runs the source text
  const copy = new Function(`return ${runPageWorldReaders.toString()}`)() as typeof runPageWorldReaders;
  return copy(paths.map((key) => ({ key, steps: parsePageWorldPath(key) ?? [] })));
}

const run = (path: string) => runAll(path)[path];

describe('a path', () => {
  it.each(['a', 'a.b', 'a.getState().b', 'a["odd key"][0][*].c', "a['b']", 'isReady()', '$a._b'])(
    '%s',
    (path) => {
      expect(parsePageWorldPath(path)).toBeDefined();
    },
  );

  it.each([
    '',
    '.',
    'a.',
    'a b',
    'a.fetch()',
    'a.getX(1)',
    'a.get()',
    'a.__proto__',
    'a["constructor"]',
    'prototype',
    'a[b]',
    'a;b',
    'a=1',
    'eval()',
    'a.getConstructor().constructor',
    'a'.repeat(400),
  ])('%j is none', (path) => {
    expect(parsePageWorldPath(path)).toBeUndefined();
  });
});

it('follows names, places, the first value, and calls getters on what they belong to', () => {
  world['testPlayer'] = {
    sessions: { s9: { id: 5 } },
    list: [{ 'odd key': 'x' }],
    name: 'n',
    getName() {
      return { inner: (this as { name: string }).name };
    },
  };
  expect(run('testPlayer.sessions[*].id')).toBe(5);
  expect(run('testPlayer.list[0]["odd key"]')).toBe('x');
  expect(run('testPlayer.getName().inner')).toBe('n');
});

it('answers with plain bounded data, whatever stands there', () => {
  const loop: Record<string, unknown> = {
    text: 'x'.repeat(9_000),
    big: Infinity,
    none: Number.NaN,
    call() {},
    get bad() {
      throw new Error('no');
    },
  };
  loop['self'] = loop;
  loop['many'] = Array.from({ length: 10_000 }, (_, n) => ({ n }));
  world['testPlayer'] = loop;
  const value = run('testPlayer') as Record<string, unknown>;
  expect((value['text'] as string).length).toBe(2_000);
  expect([value['big'], value['none'], value['call'], value['bad']]).toEqual(['Infinity', null, null, null]);
  expect(JSON.stringify(value).length).toBeLessThan(200_000);
});

it('says that there is nothing, and never throws', () => {
  world['testPlayer'] = {
    get bad() {
      throw new Error('no');
    },
    getBad() {
      throw new Error('no');
    },
    fn() {},
  };
  const paths = ['nothing.more', 'fn', 'bad', 'getBad()'].map((path) => `testPlayer.${path}`);
  expect(runAll(...paths)).toEqual({});
  const from = { key: 'x', steps: [{ get: 'testPlayer' }] };
  const forbidden = [{ get: '__proto__' }, { call: 'fn' }];
  expect(runPageWorldReaders(forbidden.map((step) => ({ ...from, steps: [...from.steps, step] })))).toEqual(
    {},
  );
});

it('answers each value that is there, also beside one that throws and one that is too large', () => {
  world['testPlayer'] = {
    name: 'n',
    many: Array.from({ length: 400 }, () => Array.from({ length: 400 }, () => 1)),
    get bad() {
      throw new Error('no');
    },
  };
  const found = runAll('testPlayer.many', 'testPlayer.bad', 'testPlayer.name');
  expect(Object.keys(found)).toEqual(['testPlayer.many', 'testPlayer.name']);
  expect(found['testPlayer.name']).toBe('n');
});
