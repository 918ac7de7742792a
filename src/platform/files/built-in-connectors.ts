import type { ConnectorHead } from '../../protocol/definition/connector-head';
import type { Definition } from '../../protocol/definition/definition';
import { BundledFileError, createFileReader, readBundledJson } from './bundled-file';
import { catalogueFileOf } from './catalogue-file';

/*
 * The built-in connectors are files of the package, which a worker or a page reads at its first use of each:
 * the browser compiles the worker's script at every start. No schema validates them: the tests validate every
 * file, and neither pages nor users can change one. All functions reject with a BundledFileError.
 */

const read = createFileReader(readBundledJson);

/** The heads of all built-in connectors, sorted by id. */
export async function builtInHeads(): Promise<readonly ConnectorHead[]> {
  return read('connectors.json') as Promise<readonly ConnectorHead[]>;
}

export async function builtInDefinition(id: string): Promise<Definition> {
  const path = catalogueFileOf(id);
  const definitions = (await read(path)) as Readonly<Record<string, Definition>>;
  const definition = definitions[id];
  if (definition === undefined) throw new BundledFileError(`${path} does not have ${id}.`);
  return definition;
}
