import { parseCsv } from './csv';
import type { ReadFile } from './import-row';
import { readCsvFile } from './read-csv';
import { parseJsonInPieces } from './parse-json-in-pieces';
import { readJsonFile } from './read-json';
import { isPacked } from './why-unread';

/**
 * The viewings in a file of one of the sources. `undefined`: the file is of none of them. Read in pieces. Two
 * files of one source may differ by their `name` alone.
 */
export async function readFile(text: string, name = ''): Promise<ReadFile | undefined> {
  if (isPacked(text)) return undefined;
  if (/^\s*[[{]/.test(text)) return readJsonFile(await parseJsonInPieces(text));
  return readCsvFile(await parseCsv(text), name);
}
