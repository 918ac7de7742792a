import type { Plugin } from 'vite';
import { headOf } from '../../src/connectors/head.ts';
import type { Definition } from '../../src/protocol/definition/definition';
import { builtInDefinitions, builtInSites } from '../connector/files.ts';
import { root as repository } from './root.ts';

/**
 * Splits the built-in connectors, because the browser reads and compiles the worker at each of its starts. The worker has
 * of each connector what finds and lists it (`virtual:connector-heads`, as one JSON text: smaller and faster to parse
 * than an object literal); its definition is a file, read when it is needed.
 */
export function catalogue(root: string = repository): Plugin {
  const folder = `${root}src/connectors/`;
  return {
    name: 'matinee:catalogue',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:connector-heads$/ }, handler: () => HEADS },
    load: {
      filter: { id: /^\0virtual:connector-heads$/ },
      handler() {
        for (const { definition } of builtInSites(folder)) this.addWatchFile(definition);
        const heads = JSON.stringify(builtInDefinitions(folder).map(headOf));
        return `export default JSON.parse(${JSON.stringify(heads)});`;
      },
    },
    generateBundle() {
      for (const definition of builtInDefinitions(folder)) {
        const fileName = `connectors/${definition.id}.json`;
        this.emitFile({ type: 'asset', fileName, source: leanDefinition(definition) });
      }
    },
  };
}

/** Rollup's convention for a module that is no file. */
const HEADS = '\0virtual:connector-heads';

/** The JSON of a definition without the properties that only authors read. */
export function leanDefinition(definition: Definition): string {
  const { $schema: _schema, notes: _notes, sources: _sources, verified, ...rest } = definition;
  return JSON.stringify({ ...rest, verified: { date: verified.date, how: '–' } });
}
