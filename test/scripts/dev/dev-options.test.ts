import { expect, test } from 'vitest';
import { readDevOptions } from '../../../scripts/dev/dev-options';

const standard = { engine: 'chrome', headless: false, once: false, help: false };

test.each([
  [[], standard],
  [['--engine', 'firefox'], { ...standard, engine: 'firefox' }],
  [['--headless', '--once'], { ...standard, headless: true, once: true }],
])('%j means %o', (args, options) => {
  expect(readDevOptions(args)).toEqual(options);
});

test('another engine is an error that names the two', () => {
  expect(() => readDevOptions(['--engine', 'safari'])).toThrow(
    '--engine safari is neither chrome nor firefox.',
  );
});
