import { releaseCommands, ReleaseError } from '../releases/commands';
import { isReadOnly } from '../store/engine/read-only-sqlite';
import { hasSqlite } from '../store/engine/sqlite';
import { openStore } from '../store/store';
import {
  addUser,
  createKey,
  inviteUser,
  listUsers,
  resetPassword,
  setUpCode,
  backup,
  check,
  updateCatalogue,
} from './administration';
import {
  CommandError,
  type Command,
  type CommandOptions,
  type OptionName,
  ABOUT,
  COMMAND_OPTIONS,
  START_OPTIONS,
} from './options';
import { exportHistory, importHistory } from './history-files';

/** A command as the help describes it. */
type CommandEntry = Readonly<{
  /** Shown after the command's name: `--type sk|pk [--name NAME]`. */
  usage: string;
  about: string;
  /** Options besides those for the location of the data. */
  options: OptionName[];
  /** The command works without writing if the folder is read-only. */
  canOnlyRead?: true;
  run: Command;
}>;

const release = (name: string): Command => {
  const run = releaseCommands[name];
  if (run === undefined) throw new Error(`no such command: ${name}`);
  return ({ store: { releases }, options }) => run(releases, options);
};

/** Commands other than the start of the service, by the words to type. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  'create-key': {
    usage: '--type sk|pk [--scope SCOPE] [--name NAME]',
    about: 'Print a new API key, of the owner unless named',
    options: ['type', 'scope', 'name'],
    run: createKey,
  },
  'set-up-code': {
    usage: '',
    about: 'Print the code for the first visit',
    options: [],
    run: setUpCode,
  },
  'user add': {
    usage: '--name NAME [--role reviewer]',
    about: 'Add an account and print its password',
    options: ['name', 'role'],
    run: addUser,
  },
  'user invite': {
    usage: '[--role reviewer]',
    about: 'Print a link for one new account, for a week',
    options: ['role', 'url'],
    run: inviteUser,
  },
  'user reset-password': {
    usage: '[--name NAME]',
    about: 'Print a new password, of the owner unless named',
    options: ['name'],
    run: resetPassword,
  },
  'user list': {
    usage: '',
    about: 'Print name, role and day of each account',
    options: [],
    run: listUsers,
  },
  export: {
    usage: '[--name NAME] [--format csv] [--to FILE]',
    about: 'Print viewings and ratings, or write them to a file',
    options: ['name', 'format', 'to', 'url'],
    canOnlyRead: true,
    run: exportHistory,
  },
  import: {
    usage: '--file FILE [--name NAME] [--yes]',
    about: 'Print what a file holds; --yes stores it',
    options: ['file', 'name', 'profile', 'dates', 'list', 'yes', 'undo'],
    run: importHistory,
  },
  backup: {
    usage: '--to FILE',
    about: 'Copy the database; the service may go on',
    options: ['to'],
    run: backup,
  },
  check: {
    usage: '[--repair]',
    about: 'Print what is wrong with the stored data',
    options: ['repair'],
    canOnlyRead: true,
    run: check,
  },
  'catalogue update': {
    usage: '',
    about: 'Fetch the offline pack, or what is new in it',
    options: [],
    run: updateCatalogue,
  },
  'catalogue sign': {
    usage: '',
    about: 'Sign the list of published connectors again',
    options: [],
    run: release('catalogue sign'),
  },
  'catalogue publish': {
    usage: '--file FILE [--share 10]',
    about: 'Publish a connector, for 10 % of the installations',
    options: ['file', 'share'],
    run: release('catalogue publish'),
  },
  'catalogue revoke': {
    usage: '--connector ID',
    about: 'Take a connector back from everybody',
    options: ['connector'],
    run: release('catalogue revoke'),
  },
  'catalogue rotate': {
    usage: '',
    about: 'Sign with a new key, which everybody is asked about',
    options: [],
    run: release('catalogue rotate'),
  },
};

/** The old name of `user reset-password`. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'reset-password': 'user reset-password' };

/** Finds the command that these words name. */
export function findCommand(words: string[]): [name: string, entry: CommandEntry] | undefined {
  const typed = words.join(' ');
  const name = OTHER_NAMES[typed] ?? typed;
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return entry === undefined ? undefined : [name, entry];
}

/** Runs a command. Returns its output, or why it failed. `undefined`: there is no such command. */
export async function runCommand(
  words: string[],
  options: CommandOptions,
  write: (text: string) => Promise<void> = writeOut,
): Promise<Readonly<{ lines: string[] }> | Readonly<{ failure: string }> | undefined> {
  const [, command] = findCommand(words) ?? [];
  if (command === undefined) return undefined;
  // An empty folder means a wrong path: only the start of the service creates a tracker.
  if (options.database === undefined && !hasSqlite(options.data))
    return { failure: `There is no data of a tracker in ${options.data}: --data names the folder.` };
  const onlyReads = mustOnlyRead(command, options);
  const { data: dataDir, database } = options;
  const store = await openStore({ dataDir, database, isReadOnly: onlyReads });
  try {
    return { lines: await command.run({ store, options, write, isReadOnly: onlyReads }) };
  } catch (error) {
    if (error instanceof CommandError || error instanceof ReleaseError) return { failure: error.message };
    throw error;
  } finally {
    await store.close();
  }
}

/** Writes to the standard output. Resolves once the reader has taken the text. */
function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
}

/** Whether the command must run read-only: the folder cannot be written, and the command need not write. */
function mustOnlyRead(
  { canOnlyRead }: Pick<CommandEntry, 'canOnlyRead'>,
  { data, database }: CommandOptions,
): boolean {
  return canOnlyRead === true && database === undefined && isReadOnly(data);
}

/** Whether the program runs as the package `matinee-tracker` rather than from the sources. */
const isPackage = !import.meta.url.endsWith('.ts');

const START = isPackage ? 'matinee-tracker' : 'npm run service --';

const COMMAND = isPackage ? 'matinee-tracker' : 'npm run --silent service --';

const ENVIRONMENT = `Environment:
  TMDB_TOKEN          Read access token for themoviedb.org, the source of titles and posters
  MATINEE_DATABASE    As --database, which every process of this machine can read
  MATINEE_SECRET_KEY  Seals what other trackers have given you (default: the file matinee.key in the data
                      directory; with PostgreSQL a key in the database)`;

/** The help of the whole program. */
export function usage(): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, { usage: behind, about }]) => [`${name} ${behind}`.trimEnd(), about] as const,
  );
  return `Usage:
  ${START} [options]
      Start the tracker
  ${COMMAND} COMMAND [options]
      COMMAND --help shows more

Commands:
${columns(commands)}

Options:
${optionLines(START_OPTIONS)}

${ENVIRONMENT}`;
}

/** The help of one command. */
export function commandUsage(name: string, { usage: behind, about, options }: CommandEntry): string {
  return `Usage:
  ${`${COMMAND} ${name} ${behind}`.trimEnd()}

${about}.

Options:
${optionLines([...options, ...COMMAND_OPTIONS])}

${ENVIRONMENT}`;
}

function optionLines(names: OptionName[]): string {
  return columns(names.map((name) => [`--${name} ${ABOUT[name][0]}`.trimEnd(), ABOUT[name][1]]));
}

/** The rows as two aligned columns. */
function columns(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2;
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n');
}
