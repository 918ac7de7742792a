import type { Definition } from '../../protocol/definition';
import { readBundledJson } from './bundled-file';

/**
 * The definition of a built-in connector, from `connectors/<id>.json` of the package; rejects with a PackedFileError. Once
 * read it is kept while this context lives. No schema looks at it: the file is ours, no page and no person can change it,
 * and the tests have validated every one of them.
 */
export const builtInDefinition: (id: string) => Promise<Definition> = createDefinitionReader(readBundledJson);

/** Whoever asks for the same definition at the same time shares one reading; one that failed is not kept. */
export function createDefinitionReader(
  read: (path: string) => Promise<unknown>,
): (id: string) => Promise<Definition> {
  const readings = new Map<string, Promise<Definition>>();
  return async (id) => {
    const known = readings.get(id);
    if (known !== undefined) return known;
    const reading = read(`connectors/${id}.json`) as Promise<Definition>;
    readings.set(id, reading);
    reading.catch(() => readings.delete(id));
    return reading;
  };
}
