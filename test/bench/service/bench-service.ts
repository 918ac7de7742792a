import { writeFile } from 'node:fs/promises';
import { isWhole, SERVICE_PARTS, type BenchRequest } from '../bench-arguments';
import { servicePage, tableText } from '../results';
import { measureImport } from './measure-import';
import { measureService } from './measure-service';

/**
 * `--quick`: less of everything, nothing is written. `--updates`, `--growth`, `--reads`, `--import`: only
 * these parts. `--json`: the figures as JSON. `--beside COMMIT`: the updates of an earlier version too.
 */
export async function benchService(request: BenchRequest): Promise<void> {
  const { options, beside } = request;
  const isQuick = options.has('quick');
  const isAll = !SERVICE_PARTS.some((part) => options.has(part));
  const wants = (part: string) => isAll || options.has(part);
  const groups = await measureService(isQuick, { beside, wants });
  if (wants('import')) groups.push(await measureImport(isQuick));
  const text = options.has('json') ? JSON.stringify(groups, undefined, 2) : tableText(groups);
  process.stdout.write(`${text}\n`);
  if (isWhole(request)) await writeFile(new URL('../SERVICE.md', import.meta.url), servicePage(groups));
}
