import { parseArgs } from 'node:util';

/** The parts of a run over everything, in the order in which they are measured. */
export const PARTS = [
  'sizes',
  'reading',
  'watching',
  'evening',
  'wake-up',
  'sites',
  'causes',
  'delays',
  'unsupported',
  'popup',
  'queue',
  'tabs',
  'catalogue',
  'hour',
  'fleet',
] as const;

export type Part = (typeof PARTS)[number];

export const USAGE = `What Matinee costs, measured side by side with the same pages without it.

  npm run bench              all figures, about forty minutes; rewrites test/bench/RESULTS.md
  npm run bench -- PART…     only these parts; writes nothing. A part is one of
                             ${PARTS.slice(0, 8).join(', ')},
                             ${PARTS.slice(8).join(', ')}
  npm run bench -- --quick   fewer repetitions; writes nothing
  npm run bench -- --json    the figures as JSON
  npm run bench -- titles    how many titles are matched by themselves; rewrites test/bench/TITLES.md
  npm run bench -- titles --free [--quick]  the same questions with a token and without; writes nothing
  npm run bench -- labels    how many labels of episodes are read, held and read wrongly, by language
  npm run bench -- pack      what a catalogue pack of its usual size costs the tracker
  npm run bench -- service   how fast the tracker is; rewrites test/bench/SERVICE.md
  npm run bench -- service --updates [--quick]  all kinds of updates beside a grouped upsert; writes nothing
  npm run bench -- service --beside COMMIT  beside the tracker of an earlier commit too
  npm run bench -- durability  whether the tracker keeps every update while it is killed 50 times

MATINEE_RIVALS=FOLDER measures the evening of the built extensions in its folders too.`;

/** The parts of the tracker's figures, each an option of its own. */
export const SERVICE_PARTS = ['updates', 'growth', 'reads', 'import'] as const;

/** The commands and the options of each. `parts`: what a browser measures, the only one with several names. */
const OPTIONS = {
  parts: ['quick', 'json', 'help'],
  titles: ['quick', 'free'],
  labels: [],
  pack: [],
  service: ['quick', 'json', 'beside', ...SERVICE_PARTS],
  durability: ['quick'],
} as const;

type Command = keyof typeof OPTIONS;

export type BenchRequest = Readonly<{
  command: Command;
  parts: readonly Part[];
  /** The options that are set. */
  options: Pick<ReadonlySet<string>, 'has'>;
  /** An earlier commit to compare with. */
  beside?: string | undefined;
}>;

/** Throws an error with the usage when a word is unknown: it must not start forty minutes of measuring. */
export function readBenchArguments(args: readonly string[]): BenchRequest {
  const [first = ''] = args;
  const command = first !== 'parts' && isCommand(first) ? first : 'parts';
  const { values, positionals } = parse(command, args);
  const { beside, ...flags } = values;
  const options = new Set(Object.keys(flags));
  if (command === 'titles' && options.has('quick') && !options.has('free'))
    throw refusal('all titles are measured, unless --free compares them');
  if (command !== 'parts') {
    if (positionals.length > 1) throw refusal(`${command} is measured alone`);
    return { command, parts: [], options, ...(typeof beside === 'string' && { beside }) };
  }
  const unknown = positionals.filter((word) => !PARTS.some((part) => part === word));
  if (unknown.length > 0) throw refusal(`not a part: ${unknown.join(', ')}`);
  return {
    command,
    parts: positionals.length === 0 ? PARTS : PARTS.filter((part) => positionals.includes(part)),
    options,
  };
}

/** Whether all figures are measured, so that their page is rewritten. */
export function isWhole({ command, parts, options }: BenchRequest): boolean {
  if (options.has('quick')) return false;
  if (command === 'parts') return parts === PARTS;
  return !SERVICE_PARTS.some((part) => options.has(part));
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(OPTIONS, word);
}

function parse(command: Command, args: readonly string[]) {
  const options = OPTIONS[command].map(
    (name) => [name, { type: name === 'beside' ? 'string' : 'boolean' }] as const,
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(options) });
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error));
  }
}

function refusal(reason: string): Error {
  return new Error(`${reason}\n\n${USAGE}`);
}
