import { expect, test } from 'vitest';
import { readDemoOptions } from './demo-options';
import { PROGRAMME } from './programme';

const workOf = (id: string) => PROGRAMME.find((work) => work.id === id);

const read = (args: readonly string[], env: Record<string, string> = { DISPLAY: ':0' }, platform = 'linux') =>
  readDemoOptions(args, { platform, env });

test('with a display the window stays open', () => {
  expect(read([])).toEqual({
    once: false,
    json: false,
    rate: 4,
    work: workOf('big-buck-bunny'),
    help: false,
  });
});

test.each([
  ['linux', {}, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, false],
  ['linux', { DISPLAY: ':0', CI: 'true' }, true],
  ['darwin', {}, false],
  ['win32', {}, false],
])('on %s with %o it plays once: %s', (platform, env, once) => {
  expect(read([], env, platform).once).toBe(once);
});

test('what is asked for is played', () => {
  expect(read(['--once', '--json', '--film', 'sintel', '--rate', '8'])).toEqual({
    once: true,
    json: true,
    rate: 8,
    work: workOf('sintel'),
    help: false,
  });
});

test.each([
  [['--rate', 'fast'], '--rate fast'],
  [['--rate', '99'], '--rate 99'],
  [['--film', 'cats'], '--film cats is not on the programme'],
  [['--what'], '--what'],
])('%o is refused in words', (args, message) => {
  expect(() => read(args)).toThrow(message);
});
