import { readListAddress } from '../../src/protocol/connector-list/list-address.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Where `npm run service` listens. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4680/api/v1';

/**
 * The values of the constants that a build or a test fills in. `keySeed`: the seed of the short keys of texts
 * in a package; if it is empty, texts keep the keys of the sources.
 */
export function constants(baseUrl: string, keySeed = ''): Record<string, string> {
  const list = process.env['MATINEE_CONNECTOR_LIST'] ?? '';
  if (list !== '' && readListAddress(list)?.id === undefined)
    throw new Error('MATINEE_CONNECTOR_LIST must be the address of a list with its id: https://…#…');
  return {
    __CONNECTOR_LIST__: JSON.stringify(list),
    __DEFAULT_BASE_URL__: JSON.stringify(baseUrl),
    __KEY_SEED__: JSON.stringify(keySeed),
    __VERSION__: JSON.stringify(packageJson.version),
  };
}
