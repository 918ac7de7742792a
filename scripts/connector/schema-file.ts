import { z } from 'zod';
import { definitionSchema } from '../../src/protocol/definition';

/** The JSON Schema of `definition.json` that editors use; repeated parts are in `$defs`. */
export function schemaText(): string {
  const schema = z.toJSONSchema(definitionSchema, { reused: 'ref', io: 'input' });
  return `${JSON.stringify({ ...schema, title: 'Matinee connector definition' }, undefined, 1)}\n`;
}
