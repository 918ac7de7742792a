import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInDefinitions, caseFiles, casesFolder } from '../../scripts/connector/files';
import { readCase, runCase } from '../../scripts/connector/run-case';

const definitions = builtInDefinitions();

describe.each(definitions.map((definition) => [definition.id, definition] as const))('%s', (id, definition) => {
  const files = caseFiles(id);

  it.each(files.map((file) => [file.name, file] as const))('reads what the case %s expects', async (_, file) => {
    for (const result of await runCase(definition, readCase(file.json), file.html)) {
      expect(result.actual, result.about).toEqual(result.expected);
    }
  });

  it('has a case of a film or an episode, and every case has its page', () => {
    const covered = files.map((file) => readCase(file.json).covers);
    expect(covered.some((kind) => kind === 'film' || kind === 'episode')).toBe(true);
    expect(files.filter((file) => !existsSync(file.html)).map((file) => file.name)).toEqual([]);
  });
});

it('there are no cases without a connector', () => {
  const folders = readdirSync(casesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const known = new Set(definitions.map((definition) => definition.id));
  expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
});
