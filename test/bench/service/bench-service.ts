import { writeFile } from 'node:fs/promises';
import { servicePage, tableText } from '../results';
import { measureImport } from './measure-import';
import { measureService } from './measure-service';

/**
 * `--quick`: less of everything, nothing is written. `--import`: only the import of a file. `--updates`: only the
 * updates. `--json`: the figures
 * as JSON. `--beside COMMIT`: the updates of an earlier version too.
 */
export async function benchService(options: readonly string[]): Promise<void> {
  const isQuick = options.includes('--quick');
  const beside = options.includes('--beside') ? options[options.indexOf('--beside') + 1] : undefined;
  const onlyUpdates = options.includes('--updates');
  const groups = options.includes('--import')
    ? [await measureImport(isQuick)]
    : [
        ...(await measureService(isQuick, { beside, onlyUpdates })),
        ...(onlyUpdates ? [] : [await measureImport(isQuick)]),
      ];
  const text = options.includes('--json') ? JSON.stringify(groups, undefined, 2) : tableText(groups);
  process.stdout.write(`${text}\n`);
  if (!isQuick && !onlyUpdates && !options.includes('--import'))
    await writeFile(new URL('../SERVICE.md', import.meta.url), servicePage(groups));
}
