import { frontPageOf, type ConnectorHead } from '../../protocol/definition/connector-head';
import type { Definition } from '../../protocol/definition/definition';
import { defined } from '../../core/values/defined';
import { BundledFileError, createFileReader, readBundledJson } from './bundled-file';
import { CATALOGUE_FILE } from './catalogue-file';

/*
 * The built-in connectors are two files of the package (what finds each of them; the definitions), which a
 * worker or a page reads at its first use: the browser compiles the worker's script at every start. No schema
 * validates them: the tests do, and neither pages nor users can change one. All functions reject with a
 * BundledFileError.
 */

const read = createFileReader(readBundledJson);

/** The heads of all built-in connectors, sorted by id. */
export async function builtInHeads(): Promise<readonly ConnectorHead[]> {
  return read('connectors.json') as Promise<readonly ConnectorHead[]>;
}

type DefinitionFile = Omit<Definition, 'version' | 'id' | 'name' | 'hosts' | 'verified'>;

/** What the head of a connector has is not in its file a second time (scripts/build/catalogue.ts). */
export async function builtInDefinition(id: string): Promise<Definition> {
  const [heads, definitions] = await Promise.all([builtInHeads(), read(CATALOGUE_FILE)]);
  const head = heads.find((one) => one.id === id);
  const rest = (definitions as Readonly<Record<string, DefinitionFile>>)[id];
  if (head === undefined || rest === undefined)
    throw new BundledFileError(`${CATALOGUE_FILE} does not have ${id}.`);
  const { name, hosts, homepage = frontPageOf(hosts), apiHosts, regions, verified: date = null } = head;
  const stated = defined({ homepage, apiHosts, regions });
  return { version: 1, id, name, hosts, ...stated, ...rest, verified: { date, how: '–' } };
}
