import { readPages, readSeen, type DraftCase, type DraftRecord } from '../../../core/workbench/draft-record';
import { isRecord } from '../../../core/values/is-record';
import { parseJson } from '../../../core/values/parse-json';
import { caseSchema } from '../../../protocol/connector-case';
import type { Definition, Problem } from '../../../protocol/definition/definition';
import { checkImportedDefinition } from '../../../protocol/definition/check-imported';

const MAX_CHARACTERS = 5_000_000;
const MAX_CASES = 50;
const MAX_CASE_NAME = 60;

export type ReadConnectorFile =
  | Readonly<{
      ok: true;
      definition: Definition;
      cases: DraftCase[];
      seen: string[];
    }>
  | Readonly<{ ok: false; problems: Problem[] }>;

/** The file of a connector as JSON: its definition, its cases and the titles that the draft has read. */
export function connectorFile(
  definition: Definition,
  { cases, seen = [] }: Pick<DraftRecord, 'cases' | 'seen'>,
): string {
  return `${JSON.stringify({ matinee: 'connector', version: 1, definition, cases, seen }, undefined, 2)}\n`;
}

/**
 * Reads the file of a connector or a bare definition. A definition that is not allowed is refused; invalid
 * cases are dropped.
 */
export function readConnectorFile(text: string): ReadConnectorFile {
  const value = text.length > MAX_CHARACTERS ? undefined : parseJson(text);
  if (typeof value !== 'object' || value === null)
    return { ok: false, problems: [{ path: '', message: 'is no JSON object, or too large' }] };
  const file = isRecord(value) && 'matinee' in value && 'definition' in value ? value : { definition: value };
  const checked = checkImportedDefinition(file['definition']);
  return checked.ok ? { ...checked, cases: readCases(file), seen: readSeen(file) } : checked;
}

function readCases(file: object): DraftCase[] {
  const { cases } = file as { cases?: unknown };
  return Array.isArray(cases) ? (cases as unknown[]).flatMap(readCase).slice(0, MAX_CASES) : [];
}

function readCase(value: unknown): DraftCase[] {
  if (!isRecord(value) || !('case' in value)) return [];
  const { name, html, case: one } = value;
  if (typeof name !== 'string' || typeof html !== 'string' || !caseSchema.safeParse(one).success) return [];
  return [{ name: name.slice(0, MAX_CASE_NAME), html, case: one, ...readPages(value) }];
}
