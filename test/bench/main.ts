/** `npm run bench` measures the costs of Matinee; `npm run bench -- --help` lists what it can measure. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { constants, DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { readBenchArguments, USAGE, type BenchRequest } from './bench-arguments';

const request = read();
if (request?.options.has('help')) process.stdout.write(`${USAGE}\n`);
else if (request?.command === 'service')
  await (await import('./service/bench-service')).benchService(request);
else if (request?.command === 'pack') await (await import('./service/bench-pack')).benchPack();
else if (request?.command === 'durability')
  await (await import('./service/bench-durability')).benchDurability(request.options.has('quick'));
else if (request !== undefined) await benchExtension(request);

function read(): BenchRequest | undefined {
  try {
    return readBenchArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

async function benchExtension(wanted: BenchRequest): Promise<void> {
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
  await module.runBench(wanted);
  // The worker under test leaves its BroadcastChannel open, which keeps Node running.
  process.exit();
}
