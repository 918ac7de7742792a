import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import packageJson from '../../package.json' with { type: 'json' };
import { addressesOf } from './catalogue/sources/source-pace';
import { findCommand, runCommand, commandUsage, usage } from './command-line/commands';
import { OPTIONS } from './command-line/options';
import { isLogFormat } from './http/log';
import { limitMemory, startService, type RunningService, type StartOptions } from './start-service';
import { wrongListAddress } from './releases/mirror-lists';
import { spawn } from 'node:child_process';

limitMemory();

const read = readArguments();

if (read === undefined) process.exitCode = 2;
else await main(read);

type Arguments = ReturnType<typeof parseArgs<{ allowPositionals: true; options: typeof OPTIONS }>>;

/** `undefined`: they are wrong, and an error was printed. */
function readArguments(): Arguments | undefined {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const [sentence = ''] = describeFailure(error).failure.split('. ');
    fail(`${sentence.replace(/\.$/, '')}. --help lists the options.`);
    return undefined;
  }
}

async function main({ values, positionals }: Arguments): Promise<void> {
  const database = values.database ?? (process.env['MATINEE_DATABASE'] || undefined);
  if (values.version) console.log(packageJson.version);
  else if (values.help) showHelp(positionals);
  else if (database !== undefined && !/^postgres(?:ql)?:\/\//.test(database))
    fail('--database must begin with postgres://');
  else if (positionals.length === 0) await run(values, database);
  else await command(positionals, { ...values, database });
}

function showHelp(words: string[]): void {
  const command = findCommand(words);
  console.log(command === undefined ? usage() : commandUsage(...command));
}

async function command(words: string[], options: Parameters<typeof runCommand>[1]): Promise<void> {
  // The reader of the output, such as `head`, has read enough.
  process.stdout.on('error', () => process.exit());
  const result = await runCommand(words, options).catch(describeFailure);
  if (result === undefined) fail(`There is no command "${words.join(' ')}". --help lists the commands.`);
  else if ('failure' in result) fail(result.failure);
  else for (const line of result.lines) console.log(line);
}

function describeFailure(error: unknown): { failure: string } {
  return { failure: error instanceof Error ? error.message : String(error) };
}

async function run(values: Arguments['values'], database: string | undefined): Promise<void> {
  const wrong = wrongListAddress(listsOf(values['connector-list']));
  if (wrong !== undefined) return fail(`--connector-list must be https://host/path#id, not ${wrong}`);
  // Read before the data is opened, because npm may end meanwhile.
  const npm = process.ppid;
  const options = readOptions(values, database);
  if (typeof options === 'string') return fail(options);
  const service = await startService(options).catch((error: unknown) => {
    fail(`The service could not start: ${describeFailure(error).failure}`);
  });
  if (service === undefined) return undefined;
  // Registered before the address is printed: a program that waits for the address may end the service at
  // once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  endWithNpm(npm, () => void service.close());
  // In JSON the address is a line of the log, and `set-up-code` prints the code.
  if (options.logFormat !== 'json') await printAddress(service, options, !values['no-open']);
  return undefined;
}

/**
 * npm passes SIGTERM to the shell that it has started; the shell ends and leaves this process behind. Checks
 * twice a second whether npm has ended.
 */
function endWithNpm(parent: number, close: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid !== parent) close();
  }, 500);
  timer.unref();
}

/** The options of the command line and the environment, or a sentence that says what is wrong with them. */
function readOptions(values: Arguments['values'], database: string | undefined): StartOptions | string {
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) return `--port must be a number from 0 to 65535, not ${values.port}`;
  if (values.url !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(values.url))
    return '--url must be an address without a path, such as https://tracker.example';
  if (!isLogFormat(values.log)) return '--log must be text or json';
  return {
    port,
    host: values.host,
    dataDir: values.data,
    database,
    publicUrl: values.url && new URL(values.url).origin,
    trustProxy: values['trust-proxy'],
    connectorLists: listsOf(values['connector-list']),
    metrics: values.metrics,
    logFormat: values.log,
    logsRefusals: values['log-refused'],
    // Log collectors read the standard output.
    log: values.log === 'json' ? console.log : console.error,
    tmdbToken: process.env['TMDB_TOKEN'] || undefined,
    tmdbUrl: process.env['TMDB_URL'] || undefined,
    ...sourcesOf(process.env),
    ...keyOf(process.env),
  };
}

/** A function, because the program above starts first. */
function keyOf(env: NodeJS.ProcessEnv): Pick<StartOptions, 'secretKey'> {
  return { secretKey: env['MATINEE_SECRET_KEY'] || undefined };
}

/** The addresses of the command line, or of `MATINEE_CONNECTOR_LISTS`, separated by blanks. */
function listsOf(stated: string[] = []): string[] {
  const inEnvironment = process.env['MATINEE_CONNECTOR_LISTS'] ?? '';
  return stated.length > 0 ? stated : inEnvironment.split(/\s+/).filter((one) => one !== '');
}

/** `MATINEE_DEMONSTRATION`: makes no network requests, and knows only open films and ten series. */
function sourcesOf(env: NodeJS.ProcessEnv): Pick<StartOptions, 'freeSources' | 'contact'> {
  if (env['MATINEE_DEMONSTRATION']) return {};
  return {
    freeSources: addressesOf(env),
    contact: env['MATINEE_CONTACT'] || undefined,
  };
}

/**
 * Prints the addresses of the API and the pages, the location of the data, and how to stop. The first line is
 * only the base address of the API, for programs that read it.
 */
async function printAddress(
  { baseUrl, url, store }: RunningService,
  { publicUrl, dataDir, database }: StartOptions,
  mayOpen: boolean,
): Promise<void> {
  const origin = publicUrl ?? url;
  for (const line of [
    baseUrl,
    `Pages: ${origin}`,
    `Data: ${database === undefined ? dataDir : placeOf(database)}`,
    'Stop: Ctrl+C',
  ])
    console.log(line);
  if (await store.users.isClaimed()) return;
  const code = await store.setUpCode.ensure();
  const link = `${origin}/welcome?code=${code}`;
  console.log(`Open ${link} to create your account.`);
  console.log(`Set-up code: ${code}`);
  if (!process.stdout.isTTY) return;
  // A phone can open the public address; this computer's own opens here.
  if (publicUrl !== undefined) console.log(renderUnicodeCompact(link));
  else if (mayOpen) openInBrowser(link);
}

/** The address without user name and password. */
function placeOf(database: string): string {
  const { host, pathname } = new URL(database);
  return `PostgreSQL, ${host}${pathname}`;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

/**
 * Opens the address in the person's browser. If nothing can open it, as on a server, nothing happens: the
 * address was printed. No opener passes the address through a shell.
 */
function openInBrowser(address: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  opener.on('error', () => undefined);
  opener.unref();
}
