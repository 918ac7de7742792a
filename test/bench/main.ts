/**
 * `npm run bench [-- --json] [-- --quick]`: what Matinee costs, measured. The work itself is in run-bench.ts.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { catalogue } from '../../scripts/build/catalogue';

// The list of connectors is made by Vite, so Vite loads what is measured too.
const { module } = await runnerImport<typeof import('./run-bench')>(
  fileURLToPath(new URL('run-bench.ts', import.meta.url)),
  { configFile: false, logLevel: 'warn', plugins: [catalogue()] },
);
await module.runBench(process.argv.slice(2));
