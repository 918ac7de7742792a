/** `npm run bench [-- --json] [-- --quick]` measures the costs of Matinee; see run-bench.ts. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { catalogue } from '../../scripts/build/catalogue';

const stub = fileURLToPath(new URL('../support/vitest/browser-stub.ts', import.meta.url));

// Vite generates the list of connectors, so run-bench.ts is loaded by Vite too.
const { module } = await runnerImport<typeof import('./run-bench')>(
  fileURLToPath(new URL('run-bench.ts', import.meta.url)),
  {
    configFile: false,
    logLevel: 'warn',
    plugins: [catalogue()],
    // The polyfill throws outside of an extension.
    resolve: { alias: { 'webextension-polyfill': stub } },
  },
);
await module.runBench(process.argv.slice(2));
