import { definitionSchema, definitionSize, largestDefinition, type Definition } from './definition';
import type { Problem } from './problem';
import { problemsOf } from './problems';

export type ParsedDefinition =
  Readonly<{ ok: true; definition: Definition }> | Readonly<{ ok: false; problems: Problem[] }>;

/**
 * Whether the shape is valid, and where it is not. `checkDefinition` then checks how the parts fit together.
 */
export function parseDefinition(value: unknown): ParsedDefinition {
  const size = definitionSize(value);
  if (size > largestDefinition) {
    return {
      ok: false,
      problems: [
        { path: '', message: `is too large; found ${size} characters, allowed ${largestDefinition}` },
      ],
    };
  }
  const result = definitionSchema().safeParse(value);
  return result.success
    ? { ok: true, definition: result.data }
    : { ok: false, problems: problemsOf(result.error.issues, value) };
}
