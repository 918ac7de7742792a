import { expect, test } from 'vitest';
import { casesSchemaText } from '../../../scripts/connector/cases-schema';
import { withKeyTables } from '../../../scripts/connector/key-tables';
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

test('a table stands between its markers', () => {
  const filled = withKeyTables('<!-- keys: definition pages.match -->\nold\n<!-- /keys -->\n');
  expect(filled).toMatch(/^<!-- keys: definition pages.match -->\n\| Key[^]*`path`[^]*<!-- \/keys -->\n$/);
  expect(filled).not.toContain('old');
});

test.each([
  ['<!-- keys: definition pages.match-->\n<!-- /keys -->', 'a marker <!-- keys is malformed'],
  ['<!-- keys: definition -->\n<!-- keys: cases -->\n<!-- /keys -->', 'a marker <!-- keys is malformed'],
  ['<!-- keys: definition pages.nothing -->\n<!-- /keys -->', 'no object at pages.nothing'],
  ['<!-- keys: settings -->\n<!-- /keys -->', 'no schema of settings'],
])('the markers of %j are refused', (document, reason) => {
  expect(() => withKeyTables(document)).toThrow(reason);
});
