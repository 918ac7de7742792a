/** `npm run dev`: see DEV_USAGE. */
import { DEV_USAGE, readDevOptions } from './dev-options';
import { startDevelopment } from './start-development';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const options = readDevOptions(process.argv.slice(2));
  if (options.help) say(DEV_USAGE);
  else await run(options);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run({ once, ...options }: ReturnType<typeof readDevOptions>): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const development = await startDevelopment({ ...options, say });
  if (!once) await Promise.race([development.closed, interrupted]);
  await development.close();
}
