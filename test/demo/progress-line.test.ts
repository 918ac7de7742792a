import { expect, test } from 'vitest';
import { createLiveLine, progressLine } from './progress-line';

test.each([
  [{ position: 0, duration: 60, status: 'starting' }, '  0:00 ▕░░░░░░░░░┊▏ 1:00  starting'],
  [{ position: 30, duration: 60, status: 'scrobbling' }, '  0:30 ▕█████░░░░┊▏ 1:00  scrobbling'],
  [{ position: 60, duration: 60, status: 'watched' }, '  1:00 ▕██████████▏ 1:00  watched'],
  [{ position: 5, duration: 0, status: 'no-player' }, '  0:05 ▕░░░░░░░░░┊▏ 0:00  no-player'],
])('%o is drawn', (progress, line) => {
  expect(progressLine(progress, 10)).toBe(line);
});

test('on a terminal one line is rewritten', () => {
  const written: string[] = [];
  const line = createLiveLine({ isTTY: true, write: (text) => written.push(text) });
  line.show('a', 'x');
  line.show('b', 'x');
  line.end();
  expect(written).toEqual(['\r\u001b[2Ka', '\r\u001b[2Kb', '\n']);
});

test('in a log a line is written only when its key changes', () => {
  const written: string[] = [];
  const line = createLiveLine({ write: (text) => written.push(text) });
  line.show('a', 'x');
  line.show('b', 'x');
  line.show('c', 'y');
  line.end();
  expect(written).toEqual(['a\n', 'c\n']);
});
