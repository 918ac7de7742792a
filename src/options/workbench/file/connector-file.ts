import { readPages, type DraftCase } from '../../../core/workbench/draft-record';
import type { Definition, Problem } from '../../../protocol/definition';
import { parseDefinition } from '../../../protocol/definition/parse-definition';
import { caseSchema } from '../../../protocol/connector-case';
import { checkDefinition } from '../../../protocol/definition/check';

/** A connector as a file: the definition with its cases. A bare definition is read too. */
export function connectorFile(definition: Definition, cases: readonly DraftCase[]): string {
  return `${JSON.stringify({ matinee: 'connector', version: 1, definition, cases }, undefined, 2)}\n`;
}

export type ReadFile =
  | { readonly ok: true; readonly definition: Definition; readonly cases: readonly DraftCase[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a file holds; whatever is not understood or not allowed is refused as a whole. */
export function readConnectorFile(text: string): ReadFile {
  let value: unknown;
  try {
    value = text.length > mostCharacters ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, problems: [{ path: '', message: 'is no JSON object, or too large' }] };
  const wrapped = 'matinee' in value && 'definition' in value ? value : undefined;
  const parsed = parseDefinition(wrapped === undefined ? value : wrapped.definition);
  if (!parsed.ok) return parsed;
  const problems = checkDefinition(parsed.definition);
  if (problems.length > 0) return { ok: false, problems };
  const cases =
    wrapped !== undefined && 'cases' in wrapped && Array.isArray(wrapped.cases)
      ? (wrapped.cases as unknown[]).flatMap(readCase).slice(0, 50)
      : [];
  return { ok: true, definition: parsed.definition, cases };
}

function readCase(value: unknown): DraftCase[] {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('name' in value) ||
    !('html' in value) ||
    !('case' in value)
  )
    return [];
  const { name, html, case: one } = value;
  return typeof name === 'string' && typeof html === 'string' && caseSchema.safeParse(one).success
    ? [{ name: name.slice(0, 60), html, case: one, ...readPages(value) }]
    : [];
}

const mostCharacters = 5_000_000;
