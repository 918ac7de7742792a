import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readChannel, readDashboard } from '../../../src/protocol/tracker/read-dashboard';
import { readListItems } from '../../../src/protocol/tracker/read-list-items';
import { unwrapData } from '../../../src/protocol/tracker/read-fields';

const widget = { id: 'a', type: 'list', title: 'Up next', apiUrl: '/x' };

describe('the dashboard of a tracker', () => {
  test.each([
    ['the documented envelope', { success: true, data: { widgets: [widget] } }],
    ['an envelope that was opened', { widgets: [widget] }],
    ['a bare list', [widget]],
    ['undocumented fields', { widgets: [{ ...widget, colour: 'red', nested: { deep: [1] } }], extra: 1 }],
  ])('is read from %s', (_name, answer) => {
    expect(readDashboard(answer)?.widgets).toEqual([
      { id: 'a', type: 'list', title: 'Up next', apiUrl: '/x' },
    ]);
  });

  test.each([
    [undefined],
    [null],
    ['<html>'],
    [42],
    [{}],
    [{ success: true, data: null }],
    [{ widgets: 'none' }],
  ])('is undefined for %j', (answer) => {
    expect(readDashboard(answer)).toBeUndefined();
  });

  test('leaves out widgets without an address', () => {
    const read = readDashboard({
      widgets: [null, 1, 'x', {}, { apiUrl: '' }, { ...widget, apiUrl: 'x'.repeat(2001) }, widget],
    });
    expect(read?.widgets.map((one) => one.apiUrl)).toEqual(['/x']);
  });

  test('keeps 12 of 10,000 widgets and returns their number', () => {
    const read = readDashboard({ widgets: Array.from({ length: 10_000 }, () => widget) });
    expect(read?.widgets).toHaveLength(12);
    expect(read?.cutFrom).toBe(10_000);
  });

  test('cuts titles and removes control characters', () => {
    expect(readDashboard([{ ...widget, title: `a\u0000\nb${'c'.repeat(500)}` }])?.widgets[0]?.title).toMatch(
      /^a bc{117}$/,
    );
  });

  test('throws for no value', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const read = readDashboard(answer);
        return read === undefined || read.widgets.length <= 12;
      }),
    );
  });
});

test('an object that merely has a field "data" among others is no envelope', () => {
  const value = { data: 1, title: 'a' };
  expect(unwrapData(value)).toBe(value);
});

describe('the reading of lists', () => {
  test('takes what has a title, under the usual names, and no more than 100', () => {
    expect(
      readListItems({
        items: [
          { type: 'episode', title: 'A', tmdbId: 7, progress: 0.5 },
          { name: 'B', progress: 7 },
          {},
          null,
        ],
      }),
    ).toEqual([
      { type: 'episode', title: 'A', tmdbId: 7, progress: 0.5 },
      { type: 'movie', title: 'B' },
    ]);
    expect(readListItems(Array.from({ length: 10_000 }, () => ({ title: 'x' })))).toHaveLength(100);
    expect(readListItems({ nothing: 1 })).toBeUndefined();
  });

  test('a channel needs a title; what is wrong with its lists does not hide it', () => {
    expect(
      readChannel({ name: 'C', lists: [{ name: 'L', items: [{ title: 'A' }] }, 7, { items: [] }] }, 'c'),
    ).toEqual({
      id: 'c',
      title: 'C',
      lists: [{ id: '0', title: 'L', items: [{ type: 'movie', title: 'A' }] }],
    });
    expect(readChannel({ channel: { id: 9, title: 'C' }, lists: 'x' }, 'c')).toEqual({
      id: '9',
      title: 'C',
      lists: [],
    });
    expect(readChannel({ lists: [] }, 'c')).toBeUndefined();
    expect(readChannel(null, 'c')).toBeUndefined();
  });
});
