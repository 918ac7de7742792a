import type { Plugin } from 'vite';
import { headOf } from '../../src/connectors/head.ts';
import type { Definition } from '../../src/protocol/definition/definition';
import { builtInDefinitions, builtInSites } from '../connector/files.ts';
import { root as repository } from './root.ts';

/**
 * Splits the built-in connectors, because the browser reads and compiles the worker at each of its starts.
 * The worker has of each connector what finds and lists it (`?head`); its definition is a file, read when it
 * is needed.
 */
export function catalogue(root: string = repository): Plugin {
  const folder = `${root}src/connectors/`;
  return {
    name: 'matinee:catalogue',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/connectors\/[\w-]+\/definition\.json\?head$/ },
      handler: (code) => ({
        code: `export default ${JSON.stringify(headOf(JSON.parse(code) as Definition))};`,
        moduleType: 'js',
      }),
    },
    buildStart() {
      for (const { definition } of builtInSites(folder)) this.addWatchFile(definition);
    },
    generateBundle() {
      for (const definition of builtInDefinitions(folder)) {
        const fileName = `connectors/${definition.id}.json`;
        this.emitFile({ type: 'asset', fileName, source: leanDefinition(definition) });
      }
    },
  };
}

/** The JSON of a definition without the properties that only authors read. */
export function leanDefinition(definition: Definition): string {
  const { $schema: _schema, notes: _notes, sources: _sources, verified, ...rest } = definition;
  return JSON.stringify({ ...rest, verified: { date: verified.date, how: '–' } });
}
