import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { historyEntrySchema } from '../../src/protocol/tracker/history';

const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** What `npm start -- …` does once everything is installed. */
const start = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [tsx, main, ...args], { timeout: 90_000 });

test(
  'npm start -- --once plays a film, and ends well only with the film in the history',
  { timeout: 300_000 },
  async () => {
    const { stdout } = await start('--once', '--json', '--rate', '8');
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    const { watched, entry } = z
      .object({ watched: z.boolean(), entry: historyEntrySchema })
      .parse(JSON.parse(last));
    expect(watched).toBe(true);
    expect(entry.media).toMatchObject({ type: 'movie', tmdbId: 10378, title: 'Big Buck Bunny' });
    expect(entry.watched).toBe(true);
  },
);

test('npm start prints an error of one sentence for unknown arguments', async () => {
  const failure: unknown = await start('--film', 'cats').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^\s*It did not work: --film cats is not on the programme: .*\.\s*$/,
    ) as unknown,
  });
});
