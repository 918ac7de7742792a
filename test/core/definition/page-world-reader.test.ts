import { afterEach, describe, expect, it } from 'vitest';
import { parsePagePath } from '../../../src/core/definition/page-path';
import { runPageWorldReader } from '../../../src/core/definition/page-world-reader';

const world = globalThis as Record<string, unknown>;
afterEach(() => {
  delete world['testPlayer'];
});

/** As the browser runs it: from its text, so that it can name nothing outside itself. */
function run(path: string): unknown {
  const steps = parsePagePath(path);
  // The browser injects the source text of the function; the test shows that it is self-contained.
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- runs the source text
  const copy = new Function(`return ${runPageWorldReader.toString()}`)() as typeof runPageWorldReader;
  return steps === undefined ? 'no path' : copy({ steps });
}

describe('a path', () => {
  it.each(['a', 'a.b', 'a.getState().b', 'a["odd key"][0][*].c', "a['b']", 'isReady()', '$a._b'])(
    '%s',
    (path) => {
      expect(parsePagePath(path)).toBeDefined();
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
    expect(parsePagePath(path)).toBeUndefined();
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
  expect(run('testPlayer.sessions[*].id')).toEqual({ value: 5 });
  expect(run('testPlayer.list[0]["odd key"]')).toEqual({ value: 'x' });
  expect(run('testPlayer.getName().inner')).toEqual({ value: 'n' });
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
  const { value } = run('testPlayer') as { value: Record<string, unknown> };
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
  expect(run('testPlayer.nothing.more')).toEqual({ failed: 'no-value' });
  expect(run('testPlayer.fn')).toEqual({ failed: 'no-value' });
  expect(run('testPlayer.bad')).toEqual({ failed: 'threw' });
  expect(run('testPlayer.getBad()')).toEqual({ failed: 'threw' });
  expect(runPageWorldReader({ steps: [{ get: 'testPlayer' }, { get: '__proto__' }] })).toEqual({
    failed: 'no-value',
  });
  expect(runPageWorldReader({ steps: [{ get: 'testPlayer' }, { call: 'fn' }] })).toEqual({
    failed: 'no-value',
  });
});
