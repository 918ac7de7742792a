import { COMMANDS, type CommandEntry } from './commands';
import { ABOUT, COMMAND_OPTIONS, START_OPTIONS, type OptionName } from './options';

/** How the program is called: from the sources, or as the package `matinee-tracker`. */
const isPackage = !import.meta.url.endsWith('/usage.ts');
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

function optionLines(names: readonly OptionName[]): string {
  return columns(names.map((name) => [`--${name} ${ABOUT[name][0]}`.trimEnd(), ABOUT[name][1]]));
}

/** Two columns. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2;
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n');
}
