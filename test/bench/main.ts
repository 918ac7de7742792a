/** `npm run bench [-- --json] [-- --quick]` measures the costs of Matinee; see run-bench.ts. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { constants, DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { benchDurability } from './service/bench-durability';
import { benchPack } from './service/bench-pack';
import { benchService } from './service/bench-service';

const [what, ...options] = process.argv.slice(2);
if (what === 'service') await benchService(options);
else if (what === 'pack') await benchPack();
else if (what === 'durability') await benchDurability(options);
else await benchExtension();

async function benchExtension(): Promise<void> {
  const stub = fileURLToPath(new URL('../support/vitest/browser-stub.ts', import.meta.url));
  const { module } = await runnerImport<typeof import('./run-bench')>(
    fileURLToPath(new URL('run-bench.ts', import.meta.url)),
    {
      configFile: false,
      define: constants(DEFAULT_BASE_URL),
      logLevel: 'warn',
      // The polyfill throws outside of an extension.
      resolve: { alias: { 'webextension-polyfill': stub } },
    },
  );
  await module.runBench(process.argv.slice(2));
  // The worker under test leaves its BroadcastChannel open, which keeps Node running.
  process.exit();
}
