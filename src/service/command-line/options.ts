import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseOptions } from '../releases/commands';
import type { Store } from '../store/store';

/** All options in the form that `parseArgs` of `node:util` takes. */
export const OPTIONS = {
  port: { type: 'string', default: '4680' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: join(homedir(), '.matinee') },
  database: { type: 'string' },
  url: { type: 'string' },
  'trust-proxy': { type: 'boolean', default: false },
  'connector-list': { type: 'string', multiple: true },
  metrics: { type: 'boolean', default: false },
  log: { type: 'string', default: 'text' },
  'log-refused': { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  name: { type: 'string' },
  role: { type: 'string' },
  type: { type: 'string' },
  scope: { type: 'string' },
  format: { type: 'string' },
  to: { type: 'string' },
  file: { type: 'string' },
  undo: { type: 'string' },
  profile: { type: 'string' },
  dates: { type: 'string' },
  list: { type: 'string' },
  yes: { type: 'boolean' },
  repair: { type: 'boolean' },
  connector: { type: 'string' },
  share: { type: 'string' },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

export type OptionName = keyof typeof OPTIONS;

/** Options of the start of the service. The help of each command explains its own options. */
export const START_OPTIONS: OptionName[] = [
  'port',
  'host',
  'data',
  'database',
  'url',
  'trust-proxy',
  'connector-list',
  'metrics',
  'log',
  'log-refused',
  'no-open',
  'help',
  'version',
];

/** Options of every command. */
export const COMMAND_OPTIONS: OptionName[] = ['data', 'database', 'help'];

/** For each option, the name of its value and what it does. */
export const ABOUT: Readonly<Record<OptionName, readonly [value: string, about: string]>> = {
  port: ['PORT', 'Port to listen on; 0 uses any free port (default: 4680)'],
  host: ['HOST', 'Address to listen on (default: 127.0.0.1, this machine only)'],
  data: ['DIR', 'Data directory (default: ~/.matinee)'],
  database: ['URL', 'postgres://… instead of a file in the data directory (default: MATINEE_DATABASE)'],
  url: ['URL', 'Public address behind a proxy, such as https://tracker.example'],
  'trust-proxy': ['', 'Take addresses from the proxy’s X-Forwarded-For; only if it alone can connect'],
  'connector-list': [
    'URL',
    'Mirror this public list of connectors, https://…#id; may be repeated (none by default)',
  ],
  metrics: ['', 'Answer /metrics for Prometheus; let no proxy pass it on to strangers'],
  log: ['FORMAT', 'text (default): faults, for people; json: a line for each request and fault'],
  'no-open': ['', 'Do not open the page of the first account in a browser'],
  'log-refused': ['', 'Log the address of each refused sign-in, for fail2ban; off by default'],
  name: ['NAME', 'The person; where it is optional, the owner unless named'],
  role: ['ROLE', 'member (default) or reviewer'],
  type: ['TYPE', 'sk: reads and writes; pk: reads only'],
  scope: ['SCOPE', 'What a key of type sk may do: all (default), read, or scrobble (record only)'],
  format: ['FORMAT', 'json (default) or csv, or for another tracker: letterboxd, trakt, imdb'],
  to: ['FILE', 'The file to write, which must not exist yet'],
  file: ['FILE', 'The file to read'],
  undo: ['ID', 'Take out what the import with this id has added'],
  profile: ['NAME', 'Of a file with several profiles, store this one and leave the others out'],
  dates: ['ORDER', 'How a file writes its days where that is open: day-first or month-first'],
  list: ['WHAT', 'What a list of films without dates is: watched or not-watched'],
  yes: ['', 'Store what is clear'],
  repair: ['', 'Count all sums anew before'],
  connector: ['ID', 'The connector'],
  share: ['PERCENT', 'How many installations take it (default: 100)'],
  help: ['', 'Show this help'],
  version: ['', 'Show the version'],
};

/** Values of the command line. */
export interface CommandOptions extends ReleaseOptions {
  readonly data: string;
  readonly database?: string | undefined;
  readonly url?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly scope?: string | undefined;
  readonly role?: string | undefined;
  readonly to?: string | undefined;
  readonly format?: string | undefined;
  readonly undo?: string | undefined;
  readonly profile?: string | undefined;
  readonly dates?: string | undefined;
  readonly list?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly repair?: boolean | undefined;
}

/** Ends a command with a sentence for the person who typed it. */
export class CommandError extends Error {}

/** The input of a command. */
export type CommandContext = Readonly<{
  store: Store;
  options: CommandOptions;
  /** The data folder is read-only. */
  isReadOnly: boolean;
  /** Prints text unchanged, if it is too large for a list of lines. */
  write: (text: string) => Promise<void>;
}>;

/** Returns the lines to print. */
export type Command = (context: CommandContext) => Promise<string[]>;

/** The id of the person named by `--name`; without it, the owner's id. */
export async function findUser({ store: { users }, options: { name } }: CommandContext): Promise<string> {
  const userId = name === undefined ? (await users.ensureOwner()).id : await users.idOf(name);
  if (userId === undefined) throw new CommandError('There is no account of this name.');
  return userId;
}

/**
 * The origin for printed addresses: that of `--url`, otherwise the address at which the service listens by
 * default.
 */
export function originOf({ options: { url = 'http://127.0.0.1:4680' } }: CommandContext): string {
  if (!/^https?:\/\/[^/?#]/.test(url) || !URL.canParse(url))
    throw new CommandError('--url must be an address such as https://tracker.example.');
  return new URL(url).origin;
}
