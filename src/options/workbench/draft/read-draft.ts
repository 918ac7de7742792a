import { parseDraft } from '../../../core/workbench/draft-history';
import type { Definition, Problem } from '../../../protocol/definition/definition';
import { checkImportedDefinition } from '../../../protocol/definition/check-imported';

/** The text of a draft: not JSON (`at` is the offset), JSON with problems, or a valid definition. */
export type DraftReading =
  | Readonly<{ state: 'broken'; at: number; message: string }>
  | Readonly<{ state: 'wrong'; value: unknown; problems: readonly Problem[] }>
  | Readonly<{ state: 'good'; value: unknown; definition: Definition }>;

export function readDraft(text: string): DraftReading {
  const parsed = parseDraft(text);
  if (!parsed.ok) return { state: 'broken', at: parsed.at, message: parsed.message };
  const { value } = parsed;
  const result = checkImportedDefinition(value);
  return result.ok
    ? { state: 'good', value, definition: result.definition }
    : { state: 'wrong', value, problems: result.problems };
}
