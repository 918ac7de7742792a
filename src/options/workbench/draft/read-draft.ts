import { parseDraft } from '../../../core/workbench/draft-history';
import type { Definition, Problem } from '../../../protocol/definition';
import { parseDefinition } from '../../../protocol/definition/parse-definition';
import { checkDefinition } from '../../../protocol/definition/check';

/** What the text of a draft comes to. */
export type DraftReading =
  | { readonly state: 'broken'; readonly at: number; readonly message: string }
  | { readonly state: 'wrong'; readonly value: unknown; readonly problems: readonly Problem[] }
  | { readonly state: 'good'; readonly value: unknown; readonly definition: Definition };

export function readDraft(text: string): DraftReading {
  const parsed = parseDraft(text);
  if (!parsed.ok) return { state: 'broken', at: parsed.at, message: parsed.message };
  const definition = parseDefinition(parsed.value);
  if (!definition.ok) return { state: 'wrong', value: parsed.value, problems: definition.problems };
  const problems = checkDefinition(definition.definition);
  return problems.length > 0
    ? { state: 'wrong', value: parsed.value, problems }
    : { state: 'good', value: parsed.value, definition: definition.definition };
}
