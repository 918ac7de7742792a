import { parseArgs } from 'node:util';
import type { Engine } from '../build/manifest';

export interface DevOptions {
  readonly engine: Engine;
  readonly headless: boolean;
  /** Ends after the first build is loaded. */
  readonly once: boolean;
  readonly help: boolean;
}

export const DEV_USAGE = `A browser with Matinee from these sources, which loads every change.

  npm run dev                       Chromium with a fresh profile, signed in to a tracker of its own
  npm run dev -- --engine firefox   the same in Firefox
  npm run dev -- --headless         without a window
  npm run dev -- --once             ends as soon as the extension is loaded`;

/** Reads the options. Throws an `Error` with one sentence for the user. */
export function readDevOptions(args: readonly string[]): DevOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'chrome' },
      headless: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { engine, ...flags } = values;
  if (engine !== 'chrome' && engine !== 'firefox')
    throw new Error(`--engine ${engine} is neither chrome nor firefox.`);
  return { engine, ...flags };
}
