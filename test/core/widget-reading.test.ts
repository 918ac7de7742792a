import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDashboard, unwrap } from '../../src/core/widget-reading';

const widget = { id: 'a', type: 'list', title: 'Up next', apiUrl: '/x' };

describe('the dashboard of a tracker', () => {
  test.each([
    ['the documented envelope', { success: true, data: { widgets: [widget] } }],
    ['an envelope that was opened', { widgets: [widget] }],
    ['a bare list', [widget]],
    ['fields that nobody documented', { widgets: [{ ...widget, colour: 'red', nested: { deep: [1] } }], extra: 1 }],
  ])('is read from %s', (_name, answer) => {
    expect(readDashboard(answer)?.widgets).toEqual([{ id: '0 a', title: 'Up next', apiUrl: '/x' }]);
  });

  test.each([[undefined], [null], ['<html>'], [42], [{}], [{ success: true, data: null }], [{ widgets: 'none' }]])('is not understood as %j', (answer) => {
    expect(readDashboard(answer)).toBeUndefined();
  });

  test('leaves out what has no address, and keeps the rest', () => {
    const read = readDashboard({ widgets: [null, 1, 'x', {}, { apiUrl: '' }, { ...widget, apiUrl: 'x'.repeat(2001) }, widget] });
    expect(read?.widgets.map((one) => one.apiUrl)).toEqual(['/x']);
  });

  test('of ten thousand sections shows twelve and says how many there were', () => {
    const read = readDashboard({ widgets: Array.from({ length: 10_000 }, () => widget) });
    expect(read?.widgets).toHaveLength(12);
    expect(read?.cutFrom).toBe(10_000);
  });

  test('gives sections with the same id keys of their own', () => {
    const ids = readDashboard([widget, widget])?.widgets.map((one) => one.id) ?? [];
    expect(new Set(ids).size).toBe(2);
  });

  test('cuts titles and takes control characters out of them', () => {
    expect(readDashboard([{ ...widget, title: `a\u0000\nb${'c'.repeat(500)}` }])?.widgets[0]?.title).toMatch(/^a bc{117}$/);
  });

  test('never throws, whatever comes', () => {
    fc.assert(fc.property(fc.anything(), (answer) => {
      const read = readDashboard(answer);
      return read === undefined || read.widgets.length <= 12;
    }));
  });
});

test('an object that merely has a field "data" among others is no envelope', () => {
  const value = { data: 1, title: 'a' };
  expect(unwrap(value)).toBe(value);
});
