import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService, type RunningService, type StartOptions } from './start-service';
import { createSecret } from './secrets/secret';
import { openStore } from './store/store';

const USAGE = `Usage:
  npm run service -- [options]                                          Start the tracker
  npm run --silent service -- create-key --type sk|pk [--data DIR]      Print a new API key
  npm run --silent service -- set-up-code [--data DIR]                  Print the code for the first visit
  npm run --silent service -- reset-password [--name NAME] [--data DIR] Print a new password

Options:
  --port PORT   Port to listen on; 0 uses any free port (default: 4680)
  --host HOST   Address to listen on (default: 127.0.0.1, this machine only)
  --data DIR    Data directory (default: ~/.matinee)
  --url URL     Public address behind a proxy, such as https://tracker.example
  --trust-proxy Take addresses for limits from the proxy's X-Forwarded-For; only if it alone can connect
  --help        Show this help

Environment:
  TMDB_TOKEN    Read access token for themoviedb.org, the source of titles and posters`;

/** 120 random bits as characters of base64url. */
const NEW_PASSWORD_LENGTH = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4680' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: join(homedir(), '.matinee') },
    url: { type: 'string' },
    'trust-proxy': { type: 'boolean', default: false },
    name: { type: 'string' },
    type: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [command] = positionals;

if (values.help) console.log(USAGE);
else if (command === undefined) await run();
else if (command === 'create-key' && (values.type === 'sk' || values.type === 'pk'))
  createKey(values.data, values.type);
else if (command === 'set-up-code') printSetUpCode(values.data);
else if (command === 'reset-password') await resetPassword(values.data, values.name);
else fail(USAGE);

/** Prints the code and nothing else. */
function printSetUpCode(dataDir: string): void {
  const store = openStore({ dataDir });
  if (store.users.isClaimed()) fail('The owner has an account already.');
  else console.log(store.setUpCode.ensure());
  store.close();
}

/** Prints a new password and nothing else, and ends all sign-ins. Default: that of the owner. */
async function resetPassword(dataDir: string, name: string | undefined): Promise<void> {
  const store = openStore({ dataDir });
  const userId = name === undefined ? store.users.ensureOwner().id : store.users.idOf(name);
  if (userId === undefined) fail('There is no account of this name.');
  else if (!store.users.isClaimed()) fail('There is no account yet: open /welcome.');
  else {
    const password = createSecret().slice(0, NEW_PASSWORD_LENGTH);
    await store.users.setPassword(userId, password);
    store.logins.closeAll(userId);
    store.browsers.forget(userId);
    store.audit.add(userId, 'password-reset', '');
    console.log(password);
  }
  store.close();
}

/** Prints the key and nothing else, for use in scripts. */
function createKey(dataDir: string, kind: 'sk' | 'pk'): void {
  const store = openStore({ dataDir });
  const { id } = store.users.ensureOwner();
  console.log(store.keys.create(id, kind, 'Command line'));
  store.audit.add(id, 'key-created', '', 'Command line');
  store.close();
}

async function run(): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') return fail(options);
  const service = await startService(options).catch((error: unknown) => {
    fail(`The service could not start: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (service === undefined) return undefined;
  // Registered before the address is printed: a program that waits for the address may end the service at
  // once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  printAddress(service, options.publicUrl);
  return undefined;
}

/** The options of the command line and the environment, or a sentence that says what is wrong with them. */
function readOptions(): StartOptions | string {
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) return `--port must be a number from 0 to 65535, not ${values.port}`;
  if (values.url !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(values.url))
    return '--url must be an address without a path, such as https://tracker.example';
  return {
    port,
    host: values.host,
    dataDir: values.data,
    publicUrl: values.url && new URL(values.url).origin,
    trustProxy: values['trust-proxy'],
    tmdbToken: process.env['TMDB_TOKEN'] || undefined,
  };
}

/** The first line is the base address and nothing else, for programs that read it. */
function printAddress({ baseUrl, url, store }: RunningService, publicUrl: string | undefined): void {
  console.log(baseUrl);
  if (store.users.isClaimed()) return;
  console.log(`Open ${publicUrl ?? url} to create your account.`);
  console.log(`Set-up code: ${store.setUpCode.ensure()}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
