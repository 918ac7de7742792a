import type { Definition } from '../../protocol/definition/definition';
import { readBundledJson } from './bundled-file';

/**
 * Reads the definition of a built-in connector, `connectors/<id>.json` of the package; rejects with a
 * BundledFileError. A definition is read once in each context. No schema validates it: the tests validate
 * every file, and neither pages nor users can change one.
 */
export const builtInDefinition: (id: string) => Promise<Definition> = createDefinitionReader(readBundledJson);

/** Callers that ask for the same definition share one reading. One that failed is tried again. */
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
