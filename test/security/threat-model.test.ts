import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}SECURITY.md`, 'utf8');
const model = text.slice(text.indexOf('## Threat model'), text.indexOf('Not protected:'));
/** `wants`, `stops` and `tests` of each line. */
const lines = [...model.matchAll(/^\|[^|]*\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm)]
  .map(([, wants = '', stops = '', tests = '']) => [wants.trim(), stops.trim(), tests] as const)
  .slice(2);

test.each(lines)('somebody who wants %s is stopped, and a test shows it', (_, stops, tests) => {
  expect(stops.length).toBeGreaterThan(10);
  const files = [...tests.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});

test('every attack that is tested has its line', () => {
  expect(lines.length).toBeGreaterThan(25);
  const files = readdirSync(`${root}test/security`).filter((name) => name !== 'threat-model.test.ts');
  expect(files.filter((name) => !text.includes(`test/security/${name}`))).toEqual([]);
});
