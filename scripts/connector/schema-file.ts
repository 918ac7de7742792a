import { z } from 'zod';
import { describedDefinition } from './described-definition';

/** The JSON Schema of `definition.json` that editors use; repeated parts are in `$defs`. */
export function schemaText(): string {
  const { schema, metadata } = describedDefinition();
  const json = z.toJSONSchema(schema, { metadata, reused: 'ref', io: 'input' });
  return `${JSON.stringify({ ...json, title: 'Matinee connector definition' }, undefined, 1)}\n`;
}
