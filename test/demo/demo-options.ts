import { parseArgs } from 'node:util';
import { PROGRAMME, type Work } from './programme';

export interface DemoOptions {
  /** Play once without a window, then end. */
  readonly once: boolean;
  readonly json: boolean;
  readonly rate: number;
  /** Which work of the programme. */
  readonly work: Work;
  readonly help: boolean;
}

export const DEMO_USAGE = `Matinee, from the film to the history.

  npm start                 plays a film in a window, which stays open to play with
  npm start -- --once       without a window; ends with 0 only if the film is in the history
  npm start -- --json       the last line is the result as JSON

  --film NAME               ${PROGRAMME.map(({ id }) => id).join(', ')}
  --rate N                  how many times as fast, 0.5 to 16 (default 4: the film of 60 s takes 15)`;

/** Reads the command line. Throws an Error with one sentence for the user. */
export function readDemoOptions(
  args: readonly string[],
  { platform, env }: { platform: string; env: Readonly<Record<string, string | undefined>> },
): DemoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      rate: { type: 'string', default: '4' },
      film: { type: 'string', default: 'big-buck-bunny' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const rate = Number(values.rate);
  if (!(rate >= 0.5 && rate <= 16)) throw new Error(`--rate ${values.rate} is not a number from 0.5 to 16.`);
  const work = PROGRAMME.find(({ id }) => id === values.film);
  if (work === undefined)
    throw new Error(
      `--film ${values.film} is not on the programme: ${PROGRAMME.map(({ id }) => id).join(', ')}.`,
    );
  return {
    once: values.once || !hasDisplay(platform, env),
    json: values.json,
    rate,
    work,
    help: values.help,
  };
}

/** On Linux two variables name the display; macOS and Windows have one, except on a CI machine. */
function hasDisplay(platform: string, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['CI']) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}
