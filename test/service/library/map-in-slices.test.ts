import { expect, test } from 'vitest';
import { mapInSlices } from '../../../src/service/api/own-lists';

test('maps all rows in their order, and lets others have their turn in between', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => index);
  let mapped = 0;
  const seen: number[] = [];
  setImmediate(() => seen.push(mapped));
  const result = await mapInSlices(rows, (row) => {
    mapped += 1;
    return row * 2;
  });
  expect(result).toEqual(rows.map((row) => row * 2));
  expect(seen).toEqual([100]);
});
