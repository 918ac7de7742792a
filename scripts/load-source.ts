import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { constants, DEFAULT_BASE_URL } from './build/constants';
import { root } from './build/root';

/**
 * Loads a module of the sources or tests, calls `use` with it, and closes the server. As in a build, Vite
 * fills in the constants; the polyfill is replaced by a stub.
 */
export async function withSource(
  path: string,
  use: (module: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<void> {
  const stub = fileURLToPath(new URL('../test/support/vitest/browser-stub.ts', import.meta.url));
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    define: constants(DEFAULT_BASE_URL),
    resolve: { alias: { 'webextension-polyfill': stub } },
  });
  try {
    await use(await server.ssrLoadModule(path));
  } finally {
    await server.close();
  }
}
