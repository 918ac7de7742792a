import { frontPageOf, type ConnectorHead } from '../../protocol/definition/connector-head';
import type { Definition } from '../../protocol/definition/definition';
import { defined } from '../../core/values/defined';
import { BundledFileError, createFileReader, readBundledJson, readBundledText } from './bundled-file';
import { CATALOGUE_FILE } from './catalogue-file';

/*
 * The built-in connectors are two files of the package: their heads, and their definitions. They are no part
 * of the worker's script, which the browser compiles at every start; each is read at its first use. No schema
 * validates them: the tests do, and neither pages nor users can change one. All functions reject with a
 * BundledFileError if a file cannot be read.
 */

const readJson = createFileReader(readBundledJson);
const readText = createFileReader(readBundledText);

/** The heads of all built-in connectors, sorted by id. */
export async function builtInHeads(): Promise<ConnectorHead[]> {
  return readJson('connectors.json') as Promise<ConnectorHead[]>;
}

type DefinitionFile = Omit<Definition, 'version' | 'id' | 'name' | 'hosts' | 'verified'>;

/** The file does not repeat what the connector's head contains (scripts/build/catalogue.ts). */
export async function builtInDefinition(id: string): Promise<Definition> {
  const [heads, text] = await Promise.all([builtInHeads(), readText(CATALOGUE_FILE)]);
  const head = heads.find((one) => one.id === id);
  const key = `\n"${id}":`;
  const start = text.indexOf(key) + key.length;
  if (head === undefined || start < key.length)
    throw new BundledFileError(`${CATALOGUE_FILE} does not have ${id}.`);
  // The line ends with a comma, except the last one.
  const line = text.slice(start, text.indexOf('\n', start)).replace(/,$/, '');
  const rest = JSON.parse(line) as DefinitionFile;
  const { name, hosts, homepage = frontPageOf(hosts), apiHosts, regions, verified: date = null } = head;
  const stated = defined({ homepage, apiHosts, regions });
  return { version: 1, id, name, hosts, ...stated, ...rest, verified: { date, how: '–' } };
}
