import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Definition } from '../../src/protocol/definition';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const connectorsFolder = join(root, 'src/connectors');
export const casesFolder = join(root, 'test/connectors');
export const schemaFile = join(connectorsFolder, 'definition.schema.json');

/** The built-in definitions, sorted. */
export function definitionFiles(): string[] {
  return readdirSync(connectorsFolder)
    .filter((name) => name.endsWith('.json') && name !== basename(schemaFile))
    .sort()
    .map((name) => join(connectorsFolder, name));
}

/** What is in those files; `test/protocol/definition.test.ts` validates every one. */
export function builtInDefinitions(): Definition[] {
  return definitionFiles().map((file) => readJson(file) as Definition);
}

/** The cases of one connector, by name; empty when it has none. */
export function caseFiles(
  id: string,
): { readonly name: string; readonly json: string; readonly html: string }[] {
  const folder = join(casesFolder, id);
  return readdirSync(casesFolder, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && entry.name === id,
  )
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => ({
          name: name.slice(0, -5),
          json: join(folder, name),
          html: join(folder, name.replace(/json$/, 'html')),
        }))
    : [];
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}
