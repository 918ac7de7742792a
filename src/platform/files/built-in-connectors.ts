import type { SeasonWords } from '../../core/text/season-episode-shapes';
import type { ConnectorHead } from '../../protocol/definition/connector-head';
import type { Definition } from '../../protocol/definition/definition';
import { createFileReader, readBundledJson } from './bundled-file';

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
  return read(`connectors/${id}.json`) as Promise<Definition>;
}

/** The words that content scripts need whose definition parses seasons and episodes. */
export async function bundledSeasonWords(): Promise<SeasonWords> {
  return read('season-words.json') as Promise<SeasonWords>;
}
