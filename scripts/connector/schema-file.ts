import { z } from 'zod';
import { describedDefinition } from './described-definition';

/** The JSON Schema that editors use. A part that stands in several places is in `$defs`, once. */
export function schemaText(): string {
  const { schema, metadata } = describedDefinition();
  const json = z.toJSONSchema(schema, { metadata, reused: 'ref', io: 'input' });
  return `${JSON.stringify({ ...json, title: 'Matinee connector definition' }, undefined, 1)}\n`;
}
