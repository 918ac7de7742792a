import { expect, test } from 'vitest';
import { isWhole, PARTS, readBenchArguments } from './bench-arguments';

test('without a name all parts are measured, and their page is written', () => {
  const request = readBenchArguments([]);
  expect(request).toMatchObject({ command: 'parts', parts: PARTS });
  expect(isWhole(request)).toBe(true);
});

test('few repetitions are not written', () => {
  expect(isWhole(readBenchArguments(['--quick']))).toBe(false);
  expect(isWhole(readBenchArguments(['service', '--quick']))).toBe(false);
});

test.each(PARTS)('the name %s measures that part alone and writes nothing', (part) => {
  const request = readBenchArguments([part]);
  expect(request).toMatchObject({ command: 'parts', parts: [part] });
  expect(isWhole(request)).toBe(false);
});

test('several names are measured in the order of the page', () => {
  expect(readBenchArguments(['popup', 'evening'])).toMatchObject({ parts: ['evening', 'popup'] });
  expect(isWhole(readBenchArguments([...PARTS]))).toBe(false);
});

test('a part of the tracker is no whole page either', () => {
  const request = readBenchArguments(['service', '--updates', '--beside', 'v1']);
  expect(request).toMatchObject({ command: 'service', beside: 'v1' });
  expect(isWhole(request)).toBe(false);
  expect(isWhole(readBenchArguments(['service', '--json', '--beside', 'v1']))).toBe(true);
});

test.each([
  ['wakeup'],
  ['popup', 'wakeup'],
  ['titles', 'popup'],
  ['parts'],
  ['--only', 'popup'],
  ['service', 'updates'],
  ['service', '--update'],
  ['labels', '--quick'],
  ['titles', '--quick'],
])('words that name nothing are refused with the usage: %s %s', (...args) => {
  expect(() => readBenchArguments(args.filter(Boolean))).toThrow(/npm run bench -- PART/u);
});
