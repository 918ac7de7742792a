import { basename } from 'node:path';
import type { Problem } from '../../src/protocol/definition';
import { parseDefinition } from '../../src/protocol/definition/parse-definition';
import { checkDefinition } from '../../src/protocol/definition/check';
import { readJson } from './files';

/** Everything wrong with one definition file; empty when it is good. */
export function checkFile(file: string): readonly Problem[] {
  let value: unknown;
  try {
    value = readJson(file);
  } catch (error) {
    return [{ path: '', message: `is not JSON: ${error instanceof Error ? error.message : String(error)}` }];
  }
  const parsed = parseDefinition(value);
  if (!parsed.ok) return parsed.problems;
  const name = basename(file, '.json');
  const misnamed =
    parsed.definition.id === name
      ? []
      : [{ path: 'id', message: `is ${parsed.definition.id}, but the file is ${name}.json` }];
  return [...misnamed, ...checkDefinition(parsed.definition)];
}
