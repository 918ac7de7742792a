import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsLiteral } from '../../../src/core/definition/js-literal';

it.each<readonly [string, unknown]>([
  ['{"a":1}', { a: 1 }],
  ["{a: 'b', 'c': \"d\", e: `f`, 1: .5,}", { a: 'b', c: 'd', e: 'f', 1: 0.5 }],
  [
    '[1, -2, 0x10, 1e3, !0, !1, void 0, null, undefined, true,]',
    [1, -2, 16, 1000, true, false, null, null, null, true],
  ],
  ['{a: someName.other} ; call()', { a: null }],
  [String.raw`"line\nquote\" \u00e9 \x41 \u{1F3AC} \/"`, 'line\nquote" é A 🎬 /'],
  [String.raw`JSON.parse("{\"a\":[1]}")`, { a: [1] }],
  ['/* c */ { // d\n a: 1 }', { a: 1 }],
])('reads %s', (text, value) => {
  expect(parseJsLiteral(text)).toEqual(value);
});

it.each([
  '',
  '{',
  '{a}',
  '[1',
  "'open",
  'function(){}',
  'new Date()',
  '{a: call(1)}',
  '`${x}`',
  'JSON.parse("{")',
  '['.repeat(500),
])('refuses %s', (text) => {
  expect(parseJsLiteral(text)).toBeUndefined();
});

it('reads whatever JSON writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value).replaceAll('"__proto__"', '"proto"');
      expect(parseJsLiteral(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('never sets a prototype', () => {
  const value = parseJsLiteral('{"__proto__": {"polluted": true}, a: 1}') as Record<string, unknown>;
  expect(value['polluted']).toBeUndefined();
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
