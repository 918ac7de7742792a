import heads from 'virtual:connector-heads';
import type { ConnectorHead } from './head';

/**
 * The heads of the built-in connectors, sorted by id. Each folder with a `definition.json` is one; there is
 * no other list. The build makes them (scripts/build/catalogue.ts), and puts the whole definitions into the
 * package as `connectors/<id>.json`, where `platform/files/built-in-definition.ts` reads them.
 */
export const connectors: readonly ConnectorHead[] = heads;
