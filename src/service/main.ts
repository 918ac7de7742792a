import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './commands';
import { startService, type RunningService, type StartOptions } from './start-service';

/** As it is typed: from the sources, or as the package `matinee-tracker`. */
const isPackage = !import.meta.url.endsWith('/main.ts');
const START = isPackage ? 'matinee-tracker' : 'npm run service --';
const COMMAND = isPackage ? 'matinee-tracker' : 'npm run --silent service --';

const USAGE = `Usage:
  ${`${START} [options]`.padEnd(48)}Start the tracker
  ${COMMAND} COMMAND [options]

Commands:
  create-key --type sk|pk [--name NAME]   Print a new API key, of the owner unless named
  set-up-code                             Print the code for the first visit
  user add --name NAME [--role reviewer]  Add an account and print its password
  user reset-password [--name NAME]       Print a new password, of the owner unless named
  user list                               Print name, role and day of each account
  backup --to FILE                        Copy the database; the service may go on
  check                                   Print what is wrong with the stored data
  catalogue sign                          Sign the list of published connectors again
  catalogue publish --file FILE [--share 10]  Publish a connector, for 10 % of the installations
  catalogue revoke --connector ID         Take a connector back from everybody
  catalogue rotate                        Sign with a new key, which everybody is asked about

Options:
  --port PORT      Port to listen on; 0 uses any free port (default: 4680)
  --host HOST      Address to listen on (default: 127.0.0.1, this machine only)
  --data DIR       Data directory (default: ~/.matinee)
  --database URL   postgres://… instead of a file in the data directory (default: MATINEE_DATABASE)
  --url URL        Public address behind a proxy, such as https://tracker.example
  --trust-proxy    Take addresses for limits from the proxy's X-Forwarded-For; only if it alone can connect
  --metrics        Answer /metrics for Prometheus; let no proxy pass it on to strangers
  --help           Show this help

Environment:
  TMDB_TOKEN        Read access token for themoviedb.org, the source of titles and posters
  MATINEE_DATABASE  As --database, which every process of this machine can read`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4680' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: join(homedir(), '.matinee') },
    database: { type: 'string' },
    url: { type: 'string' },
    'trust-proxy': { type: 'boolean', default: false },
    metrics: { type: 'boolean', default: false },
    name: { type: 'string' },
    role: { type: 'string' },
    type: { type: 'string' },
    to: { type: 'string' },
    file: { type: 'string' },
    connector: { type: 'string' },
    share: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const database = values.database ?? (process.env['MATINEE_DATABASE'] || undefined);

if (values.help) console.log(USAGE);
else if (database !== undefined && !/^postgres(?:ql)?:\/\//.test(database))
  fail('--database must begin with postgres://');
else if (positionals.length === 0) await run();
else await command();

async function command(): Promise<void> {
  const result = await runCommand(positionals, { ...values, database }).catch(describeFailure);
  if (result === undefined) fail(USAGE);
  else if ('failure' in result) fail(result.failure);
  else for (const line of result.lines) console.log(line);
}

function describeFailure(error: unknown): { failure: string } {
  return { failure: error instanceof Error ? error.message : String(error) };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') return fail(options);
  const service = await startService(options).catch((error: unknown) => {
    fail(`The service could not start: ${describeFailure(error).failure}`);
  });
  if (service === undefined) return undefined;
  // Registered before the address is printed: a program that waits for the address may end the service at
  // once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  endWithNpm(() => void service.close());
  await printAddress(service, options.publicUrl);
  return undefined;
}

/**
 * npm passes SIGTERM to the shell that it has started, which ends and leaves this process behind. Looked for
 * twice a second.
 */
function endWithNpm(close: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) close();
  }, 500);
  timer.unref();
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
    database,
    publicUrl: values.url && new URL(values.url).origin,
    trustProxy: values['trust-proxy'],
    metrics: values.metrics,
    tmdbToken: process.env['TMDB_TOKEN'] || undefined,
  };
}

/** The first line is the base address and nothing else, for programs that read it. */
async function printAddress(
  { baseUrl, url, store, app }: RunningService,
  publicUrl: string | undefined,
): Promise<void> {
  console.log(baseUrl);
  const origin = publicUrl ?? url;
  if (!(await store.users.isClaimed())) {
    console.log(`Open ${origin} to create your account.`);
    console.log(`Set-up code: ${await store.setUpCode.ensure()}`);
  }
  if (await app.knowsFewTitles())
    console.log(`Few titles are known. Add a film database: ${origin}/film-database`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
