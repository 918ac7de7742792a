import { z } from 'zod';
import { describedDefinition } from './described-definition';
import { evidenceSchema } from './evidence';

/** The JSON Schema of `definition.json` that editors use; repeated parts are in `$defs`. */
export function schemaText(): string {
  const { schema, metadata } = describedDefinition();
  const json = z.toJSONSchema(schema, { metadata, reused: 'ref', io: 'input' });
  const { $schema: _, ...evidence } = z.toJSONSchema(evidenceSchema);
  const described = { ...json, properties: { ...json.properties, evidence } };
  return `${JSON.stringify({ ...described, title: 'Matinee connector definition' }, undefined, 1)}\n`;
}
