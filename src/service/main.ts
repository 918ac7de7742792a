import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './start-service';
import { openStore } from './store/store';

const usage = `The embedded tracker of Matinee.

  npm run service -- [--port 4680] [--host 127.0.0.1] [--data DIR] [--url https://tracker.example]
  npm run --silent service -- create-key --type sk|pk [--data DIR]

TMDB_TOKEN in the environment: titles come from themoviedb.org.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4680' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: join(homedir(), '.matinee') },
    url: { type: 'string' },
    type: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(usage);
else if (positionals[0] === undefined) await run();
else if (positionals[0] === 'create-key' && (values.type === 'sk' || values.type === 'pk'))
  createKey(values.data, values.type);
else fail(usage);

/** Prints the key and nothing else. */
function createKey(dataDir: string, kind: 'sk' | 'pk'): void {
  const store = openStore({ dataDir });
  console.log(store.accounts.createKey(store.accounts.ensureOwner().id, kind, 'From the command line'));
  store.close();
}

async function run(): Promise<void> {
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) return fail(`--port must be a number from 0 to 65535, not ${values.port}`);
  if (values.url !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(values.url))
    return fail('--url must be an address without a path, such as https://tracker.example');
  const options = {
    port,
    host: values.host,
    dataDir: values.data,
    publicUrl: values.url && new URL(values.url).origin,
    tmdbToken: process.env['TMDB_TOKEN'] || undefined,
  };
  const service = await startService(options).catch((error: unknown) => {
    fail(`The service could not start: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (service === undefined) return undefined;
  // Before the address is printed: who waits for it may end the service at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  console.log(service.baseUrl);
  if (!service.store.accounts.isClaimed()) {
    console.log(`Open ${options.publicUrl ?? service.url} to create the owner's account.`);
    if (service.app.setUpCode !== undefined) console.log(`Set-up code: ${service.app.setUpCode}`);
  }
  return undefined;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
