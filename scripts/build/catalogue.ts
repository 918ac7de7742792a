import type { Plugin } from 'vite';
import { catalogueFileOf } from '../../src/platform/files/catalogue-file.ts';
import { headOf } from '../../src/protocol/definition/connector-head.ts';
import type { Definition } from '../../src/protocol/definition/definition';
import { builtInDefinitions, builtInSites } from '../connector/files.ts';
import { root as repository } from './root.ts';

/**
 * Puts the built-in connectors into the package: `connectors.json` has of each what finds and lists it, and
 * `connectors/<letter>.json` its definition. None is
 * part of a script, since the browser reads and compiles the worker at each of its starts
 * (`platform/files/built-in-connectors.ts` reads them).
 */
export function catalogue(root: string = repository): Plugin {
  const folder = `${root}src/connectors/`;
  return {
    name: 'matinee:catalogue',
    apply: 'build',
    buildStart() {
      for (const { definition } of builtInSites(folder)) this.addWatchFile(definition);
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(catalogueFiles(builtInDefinitions(folder))))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The files of these definitions in the package: path and JSON. */
export function catalogueFiles(definitions: readonly Definition[]): Readonly<Record<string, string>> {
  const files: Record<string, Record<string, unknown>> = {};
  for (const definition of definitions)
    (files[catalogueFileOf(definition.id)] ??= {})[definition.id] = leanDefinition(definition);
  const whole = Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)] as const);
  return {
    ...Object.fromEntries(whole),
    'connectors.json': JSON.stringify(definitions.map(headOf)),
  };
}

/** A definition without the properties that only authors read. */
function leanDefinition(definition: Definition): unknown {
  const { $schema: _schema, notes: _notes, sources: _sources, verified, ...rest } = definition;
  return { ...rest, verified: { date: verified.date, how: '–' } };
}
