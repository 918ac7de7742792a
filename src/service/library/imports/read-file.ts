import { parseJson } from '../../../core/values/parse-json';
import { parseCsv } from './csv';
import type { ReadFile } from './import-row';
import { readCsvFile } from './read-csv';
import { readJsonFile } from './read-json';

/** The viewings in a file of one of the sources. `undefined`: the file is of none of them. */
export function readFile(text: string): ReadFile | undefined {
  const start = text.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return readJsonFile(parseJson(text));
  return readCsvFile(parseCsv(text));
}
