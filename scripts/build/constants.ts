import packageJson from '../../package.json' with { type: 'json' };

/** Where `npm run service` listens. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4680/api/v1';

/**
 * The values that the sources name and a build or a test fills in. `keySeed`: the texts have the short
 * keys of a package; 0: those of the sources.
 */
export function constants(baseUrl: string, keySeed = 0): Record<string, string> {
  return {
    __DEFAULT_BASE_URL__: JSON.stringify(baseUrl),
    __KEY_SEED__: String(keySeed),
    __VERSION__: JSON.stringify(packageJson.version),
  };
}
