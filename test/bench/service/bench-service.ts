import { writeFile } from 'node:fs/promises';
import { servicePage, tableText } from '../results';
import { measureService } from './measure-service';

/** `--quick`: less of everything, nothing is written. `--json`: the figures as JSON. */
export async function benchService(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const groups = await measureService(isQuick);
  const text = options.includes('--json') ? JSON.stringify(groups, undefined, 2) : tableText(groups);
  process.stdout.write(`${text}\n`);
  if (!isQuick) await writeFile(new URL('../SERVICE.md', import.meta.url), servicePage(groups));
}
