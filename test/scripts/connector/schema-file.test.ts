import { expect, test } from 'vitest';
import { casesSchemaText } from '../../../scripts/connector/cases-schema';
import { schemaText } from '../../../scripts/connector/schema-file';

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | false;
  readonly anyOf?: readonly Schema[];
}

/** Paths of the keys without a description. A shared schema is looked through once. */
function keysWithoutDescription(root: Schema): readonly string[] {
  const seen = new Set<string>();
  const resolve = ({ $ref = '' }: Schema) => root.$defs?.[$ref.slice('#/$defs/'.length)];
  const visit = (schema: Schema, path: string): readonly string[] => {
    if (schema.$ref !== undefined && seen.has(schema.$ref)) return [];
    if (schema.$ref !== undefined) seen.add(schema.$ref);
    const { properties = {}, items, additionalProperties, anyOf = [] } = resolve(schema) ?? schema;
    const ofProperties = Object.entries(properties).flatMap(([name, child]) => {
      const isDescribed = (child.description ?? resolve(child)?.description) !== undefined;
      return [...(isDescribed ? [] : [`${path}.${name}`]), ...visit(child, `${path}.${name}`)];
    });
    const inner = [items, additionalProperties, ...anyOf].flatMap((one) => (one ? visit(one, path) : []));
    return [...ofProperties, ...inner];
  };
  return visit(root, '');
}

test.each([
  ['a definition', schemaText()],
  ['its cases', casesSchemaText()],
])('every key of %s is described to editors', (_, text) => {
  expect(keysWithoutDescription(JSON.parse(text) as Schema)).toEqual([]);
});
