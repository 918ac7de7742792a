import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/service/http/log';
import { UnavailableError } from '../../../src/service/store/engine/database';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FIRST = 'POST /scrobble (id): UnavailableError: SQLite: SQLITE_FULL';

test('an outage is one line, then one each minute with the number of refused requests, until its end', () => {
  const lines: string[] = [];
  const log = createLog('text', (line) => lines.push(line), Date.now);
  const refuse = (times: number, message = 'SQLite: SQLITE_FULL') => {
    for (let count = 0; count < times; count += 1) {
      const error = new UnavailableError(message);
      log({ level: 'error', event: 'fault', method: 'POST', route: '/scrobble', id: 'id', error });
    }
  };
  refuse(1000);
  expect(lines).toEqual([FIRST]);
  refuse(1, 'PostgreSQL: ECONNREFUSED');
  expect(lines.splice(1)).toEqual(['POST /scrobble (id): UnavailableError: PostgreSQL: ECONNREFUSED']);
  vi.advanceTimersByTime(60_000);
  refuse(7);
  vi.advanceTimersByTime(60_000);
  expect(lines.splice(1)).toEqual([
    'fault: UnavailableError: SQLite: SQLITE_FULL (999 more in a minute)',
    'fault: UnavailableError: SQLite: SQLITE_FULL (7 more in a minute)',
  ]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toEqual([FIRST]);
  refuse(3);
  expect(lines).toEqual([FIRST, FIRST]);
});

test('every other fault is a line with its stack', () => {
  const lines: string[] = [];
  const log = createLog('text', (line) => lines.push(line), Date.now);
  for (let count = 0; count < 2; count += 1)
    log({ level: 'error', event: 'fault', error: new TypeError('wrong') });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^fault: TypeError: wrong\n {4}at /);
});
