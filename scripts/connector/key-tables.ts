import { casesSchemaText } from './cases-schema';
import { schemaText } from './schema-file';

/**
 * The document with a table after each marker `<!-- keys: definition pages.match -->`, up to the marker
 * `<!-- /keys -->`. The table lists the keys of the object at that path of the schema of definitions or of
 * cases. Lists and records add no step to a path. Throws an Error for a path that the schema doesn't have,
 * and for a marker that is not written exactly so.
 */
export function withKeyTables(document: string): string {
  const schemas: Readonly<Record<string, JsonSchema | undefined>> = {
    definition: JSON.parse(schemaText()) as JsonSchema,
    cases: JSON.parse(casesSchemaText()) as JsonSchema,
  };
  let tables = 0;
  const filled = document.replaceAll(
    /(<!-- keys: (\w+) ?([\w.$]*) -->\n)[^]*?(<!-- \/keys -->)/g,
    (_, begin: string, file: string, path: string, end: string) => {
      const root = schemas[file];
      if (root === undefined) throw new Error(`there is no schema of ${file}`);
      tables += 1;
      return `${begin}${tableAt(root, path)}${end}`;
    },
  );
  for (const marker of ['<!-- keys', '<!-- /keys'])
    if (document.split(marker).length - 1 !== tables) throw new Error(`a marker ${marker} is malformed`);
  return filled;
}

/** The part of JSON Schema that the two schemas use. */
type JsonSchema = Readonly<{
  $ref?: string;
  description?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  $defs?: Readonly<Record<string, JsonSchema>>;
}>;

function tableAt(root: JsonSchema, path: string): string {
  const steps = path === '' ? [] : path.split('.');
  let objects = objectsOf(root, root);
  for (const step of steps) {
    const next = objects.map(({ properties }) => properties?.[step]).find((schema) => schema !== undefined);
    objects = next === undefined ? [] : objectsOf(next, root);
  }
  if (objects.length === 0) throw new Error(`the schema has no object at ${path}`);
  return `| Key | Value | Meaning |\n|---|---|---|\n${rowsOf(objects, root).join('')}`;
}

/** The objects that a schema allows, as they are or as elements of its lists and records. */
function objectsOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const { anyOf, items, properties, additionalProperties } = resolved(schema, root);
  if (anyOf !== undefined) return anyOf.flatMap((one) => objectsOf(one, root));
  if (items !== undefined) return objectsOf(items, root);
  if (properties !== undefined) return [resolved(schema, root)];
  return typeof additionalProperties === 'object' ? objectsOf(additionalProperties, root) : [];
}

/** Of several objects the keys that all of them have come last, once. */
function rowsOf(objects: JsonSchema[], root: JsonSchema): string[] {
  const [first = {}, ...others] = objects;
  const keys = Object.keys(first.properties ?? {});
  if (others.length === 0) return keys.map((key) => row(first, key, '', root));
  const shared = keys.filter((key) => others.every(({ properties }) => properties?.[key] !== undefined));
  const own = objects.flatMap((object) =>
    Object.keys(object.properties ?? {})
      .filter((key) => !shared.includes(key))
      .map((key, at) => row(object, key, at === 0 ? '' : '– ', root)),
  );
  return [...own, ...shared.map((key) => row(first, key, 'each: ', root))];
}

function row({ properties, required }: JsonSchema, key: string, before: string, root: JsonSchema): string {
  const schema = properties?.[key] ?? {};
  const star = required?.includes(key) === true && before !== 'each: ' ? ' \\*' : '';
  const meaning = resolved(schema, root).description ?? elementDescription(schema, root);
  return `| ${before}\`${key}\`${star} | ${cell(valueOf(schema, root))} | ${cell(meaning)} |\n`;
}

/** A list without a description of its own is described as each of its elements is. */
function elementDescription(schema: JsonSchema, root: JsonSchema): string {
  const { items, anyOf } = resolved(schema, root);
  const inner = items ?? anyOf?.find((one) => resolved(one, root).description !== undefined);
  return inner === undefined ? '' : (resolved(inner, root).description ?? elementDescription(inner, root));
}

/** What can stand behind a key, in a few words. */
function valueOf(schema: JsonSchema, root: JsonSchema): string {
  const { anyOf, items, additionalProperties, type, format, ...rest } = resolved(schema, root);
  if (rest.const !== undefined) return code(rest.const);
  if (rest.enum !== undefined) return rest.enum.map(code).join(', ');
  if (anyOf !== undefined)
    return kindOf(anyOf, root) ?? unique(anyOf.map((one) => valueOf(one, root))).join(' or ');
  if (items !== undefined) return `list: ${valueOf(items, root)}`;
  if (rest.properties !== undefined) return 'object';
  if (typeof additionalProperties === 'object') return `by name: ${valueOf(additionalProperties, root)}`;
  return formats[format ?? ''] ?? types[type ?? ''] ?? type ?? 'any JSON';
}

const formats: Readonly<Record<string, string>> = { uri: 'address', date: 'day' };

const types: Readonly<Record<string, string>> = {
  boolean: '`true`, `false`',
  integer: 'number',
  string: 'text',
};

/** Sources and transforms are the two unions of many objects. */
function kindOf(options: JsonSchema[], root: JsonSchema): string | undefined {
  const keys = options.flatMap((one) => Object.keys(resolved(one, root).properties ?? {}));
  if (keys.includes('scriptJson')) return 'source';
  return keys.includes('stripPrefix') ? 'transform' : undefined;
}

/** The schema behind a reference. A description beside the reference is the more exact one. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {};
  const { $ref: _, ...own } = schema;
  return resolved({ ...target, ...own }, root);
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

/** A bar would end the cell, and an angle bracket begin an element. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/<(?=[a-z])/g, '&lt;');
}
