import { z } from 'zod';
import { describedDefinition } from './described-definition';
import { evidenceSchema } from './evidence';

/** Only in the files of the repository: `with-platform.ts` does what it says. */
const extended = {
  type: 'string',
  pattern: '^platform/[a-z][a-z0-9-]{1,39}$',
  description:
    'The platform whose pages this site has: platform/<name> is src/connectors/platform/<name>.json.',
};

/** The JSON Schema of `definition.json` that editors use; repeated parts are in `$defs`. */
export function schemaText(): string {
  const { schema, metadata } = describedDefinition();
  const json = z.toJSONSchema(schema, { metadata, reused: 'ref', io: 'input' });
  const { $schema: _, ...evidence } = z.toJSONSchema(evidenceSchema);
  const described = {
    ...json,
    properties: { ...json.properties, evidence, extends: extended },
    required: json.required?.filter((name) => name !== 'pages'),
  };
  return `${JSON.stringify({ ...described, title: 'Matinee connector definition' }, undefined, 1)}\n`;
}
