import { writeFile } from 'node:fs/promises';
import { servicePage, tableText } from '../results';
import { measureImport } from './measure-import';
import { measureService } from './measure-service';

/**
 * `--quick`: less of everything, nothing is written. `--updates`, `--growth`, `--reads`, `--import`: only
 * these parts. `--json`: the figures as JSON. `--beside COMMIT`: the updates of an earlier version too.
 */
export async function benchService(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const beside = options.includes('--beside') ? options[options.indexOf('--beside') + 1] : undefined;
  const named = ['updates', 'growth', 'reads', 'import'].filter((part) => options.includes(`--${part}`));
  const wants = (part: string) => named.length === 0 || named.includes(part);
  const groups = await measureService(isQuick, { beside, wants });
  if (wants('import')) groups.push(await measureImport(isQuick));
  const text = options.includes('--json') ? JSON.stringify(groups, undefined, 2) : tableText(groups);
  process.stdout.write(`${text}\n`);
  if (!isQuick && named.length === 0)
    await writeFile(new URL('../SERVICE.md', import.meta.url), servicePage(groups));
}
