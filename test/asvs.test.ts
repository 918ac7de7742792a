import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The requirements of ASVS 5.0.0 of the levels 1 and 2, by section. Some numbers of a section are of level 3.

const root = fileURLToPath(new URL('../', import.meta.url));
const table = readFileSync(`${root}docs/asvs.md`, 'utf8');

/** How many requirements of these levels each section has. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const ID = /(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g;
const stated = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(ID)].map(([id]) => id));

test('each requirement is named once', () => {
  expect(stated.length).toBe(new Set(stated).size);
  const counts: Record<string, number> = {};
  for (const id of stated) {
    const section = id.replace(/\.\d+$/, '');
    counts[section] = (counts[section] ?? 0) + 1;
  }
  expect(counts).toEqual(SECTIONS);
});

test('one that is met has a test, which exists', () => {
  const met = table.split('\n').filter((line) => line.includes('| met | '));
  expect(met.length).toBeGreaterThan(100);
  for (const line of met) {
    const files = [...line.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file);
    expect(files, line).not.toEqual([]);
    for (const file of files) expect(existsSync(root + file), file).toBe(true);
  }
});

test('the figures at its top are those of its rows', () => {
  const count = (state: string) => table.split('\n').filter((line) => line.includes(`| ${state} | `)).length;
  const figure = (name: string) => Number(new RegExp(`\\| ${name} \\| (\\d+) \\|`).exec(table)?.[1]);
  expect(figure('met, with a test')).toBe(count('met'));
  expect(figure('met by design')).toBe(count('met, by design'));
  // Each of these two is also the name of a figure.
  expect(figure('partly')).toBe(count('partly') - 1);
  expect(figure('not met')).toBe(count('not met') - 1);
});
