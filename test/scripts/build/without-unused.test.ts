import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { withoutUnused } from '../../../scripts/build/without-unused';
import { root } from '../../../scripts/build/root';
import { builtInDefinitions } from '../../../scripts/connector/files';
import * as sources from '../../../src/protocol/definition/definition';

const folder = await mkdtemp(join(root, 'node_modules', '.without-unused-'));
afterAll(() => rm(folder, { recursive: true }));

test('schemas of the build accept and refuse the same as those of the sources, with the same words', async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutUnused()],
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: join(root, 'src/protocol/definition/definition.ts'),
        formats: ['es'],
        fileName: () => 'built.mjs',
      },
    },
  });
  const built = (await import(pathToFileURL(join(folder, 'built.mjs')).href)) as typeof sources;
  let refused = 0;
  for (const definition of builtInDefinitions().filter((_, index) => index % 20 === 0)) {
    for (const one of [definition, ...changed(definition)]) {
      const expected = resultOf(sources, one);
      refused += expected.startsWith('[{"code"') ? 1 : 0;
      expect(resultOf(built, one)).toBe(expected);
    }
  }
  expect(refused).toBeGreaterThan(100);
}, 300_000);

/** The definition with each of its fields, and those of its first page, wrong in some way. */
function changed(definition: object): unknown[] {
  const { pages } = definition as { readonly pages: readonly object[] };
  return WRONG.flatMap((value) => [
    ...Object.keys(definition).map((name) => ({ ...definition, [name]: value })),
    ...Object.keys(pages[0] ?? {}).map((name) => ({
      ...definition,
      pages: [{ ...pages[0], [name]: value }],
    })),
    { ...definition, other: value },
  ]);
}

const WRONG = [undefined, null, '', '(', 1.5, Number.NaN, true, [], {}, [{}], { a: [] }, Array(99).fill('x')];

function resultOf({ definitionSchema }: typeof sources, value: unknown): string {
  const { data, error } = definitionSchema().safeParse(value);
  return JSON.stringify(error?.issues ?? data);
}
