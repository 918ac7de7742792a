import { getLocation, findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import { defined } from '../../../core/values/defined';
import schemaJson from '../../../connectors/definition.schema.json';

const root = schemaJson as unknown as JsonSchema;

/** Maximum nesting of references and alternatives. Without it, a recursive schema would never end. */
const MAX_DEPTH = 6;

/**
 * The texts that can be inserted at a place. `from` and `to` enclose the text that is typed there already.
 */
export interface Completions extends TextRange {
  readonly typed: string;
  readonly options: Completion[];
}

type Completion = Readonly<{
  label: string;
  detail?: string;
  /** The text to insert. */
  apply: string;
}>;

/**
 * The completions at an offset of the text: the keys that the schema of definitions allows, or the values of
 * a key.
 */
export function completionsAt(text: string, offset: number): Completions | undefined {
  const typed = typedBefore(text, offset);
  const before = text.slice(0, typed.from);
  const { path, isAtPropertyKey, previousNode } = getLocation(before, before.length);
  const end = before.trimEnd();
  // The last token is incomplete: the offset is inside a string.
  if (previousNode !== undefined && previousNode.offset + previousNode.length >= end.length) return undefined;
  const options = completionsFor(path, isAtPropertyKey, end);
  const unique = [...new Map(options.map((option) => [option.label, option])).values()];
  return unique.length === 0 ? undefined : { ...typed, options: unique };
}

/** The schema's description of the key at an offset, with the key's range. */
export function helpAt(text: string, offset: number): (TextRange & Readonly<{ text: string }>) | undefined {
  const { path, isAtPropertyKey, previousNode: key } = getLocation(text, offset);
  if (!isAtPropertyKey || key?.type !== 'property' || offset > key.offset + key.length) return undefined;
  const help = schemasAt(path)
    .map(describe)
    .find((one) => one !== undefined);
  return help === undefined ? undefined : { from: key.offset, to: key.offset + key.length, text: help };
}

/** The word before an offset, with the quotes around it. */
function typedBefore(text: string, offset: number): TextRange & Readonly<{ typed: string }> {
  const before = text.slice(0, offset);
  const quoted = /"([\w$-]*)$/.exec(before);
  if (quoted !== null) {
    const [whole, typed = ''] = quoted;
    return { typed, from: offset - whole.length, to: text[offset] === '"' ? offset + 1 : offset };
  }
  const typed = /[\w$]*$/.exec(before)?.[0] ?? '';
  return { typed, from: offset - typed.length, to: offset };
}

function completionsFor(path: (string | number)[], isAtKey: boolean, before: string): Completion[] {
  if (before.endsWith(':')) return schemasAt(path).flatMap(valuesOf).map(valueCompletion);
  const beginsEntry = before.endsWith('{') || before.endsWith(',');
  if (!isAtKey || !beginsEntry) return [];
  return schemasAt(path.slice(0, -1)).flatMap((schema) =>
    Object.entries(schema.properties ?? {}).map(([key, property]) => ({
      label: key,
      ...defined({ detail: describe(property) }),
      apply: `${JSON.stringify(key)}: `,
    })),
  );
}

function valueCompletion(value: unknown): Completion {
  return { label: JSON.stringify(value), apply: JSON.stringify(value) };
}

/** The part of JSON Schema that the schema of definitions uses. */
type JsonSchema = Readonly<{
  $ref?: string;
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  $defs?: Readonly<Record<string, JsonSchema>>;
}>;

/** All schemas that can apply at a path of a definition, including every alternative. */
function schemasAt(path: (string | number)[]): JsonSchema[] {
  return path.reduce<JsonSchema[]>(
    (schemas, key) => schemas.flatMap((schema) => schemasBelow(schema, key)),
    alternatives(root),
  );
}

/** The values that a schema names, for completion. */
function valuesOf(schema: JsonSchema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  return schema.type === 'boolean' ? [true] : [];
}

/** The description of a schema or of its first alternative that has one. */
function describe(schema: JsonSchema): string | undefined {
  if (schema.description !== undefined) return schema.description;
  return alternatives(schema).find(({ description }) => description !== undefined)?.description;
}

/** The schemas of a property or an element. */
function schemasBelow({ items, properties, additionalProperties }: JsonSchema, key: string | number) {
  if (typeof key === 'number') return items === undefined ? [] : alternatives(items);
  const named = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const next = named ?? other;
  return next === undefined ? [] : alternatives(next);
}

/** The schema without references: itself, or every alternative of `anyOf` and `oneOf`. */
function alternatives(schema: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > MAX_DEPTH) return [];
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (target !== undefined) {
    // A description beside the reference is more specific than that of the target.
    return alternatives({ ...target, ...defined({ description: schema.description }) }, depth + 1);
  }
  const options = schema.anyOf ?? schema.oneOf;
  return options === undefined ? [schema] : options.flatMap((one) => alternatives(one, depth + 1));
}

/** A part of a text, as offsets. */
type TextRange = Readonly<{
  from: number;
  to: number;
}>;

/**
 * The range in a JSON text of a path such as `pages[0].item.title`. The text may be incomplete.
 * - If the path exists: the key of its last part, or the element if the last part is an index.
 * - If only the beginning of the path exists: the longest such part.
 * - If no part exists: the first character of the text.
 *
 * A range ends at the end of its first line.
 */
export function placeOf(text: string, path: string): TextRange {
  const root = parseTree(text);
  const node = root === undefined ? undefined : nearestNode(root, segmentsOf(path));
  if (node === undefined) return { from: 0, to: Math.min(1, text.length) };
  return firstLine(text, keyOf(node) ?? node);
}

/** The node at the path, or at its longest part that exists. */
function nearestNode(root: Node, path: JSONPath): Node | undefined {
  if (path.length === 0) return undefined;
  return findNodeAtLocation(root, path) ?? nearestNode(root, path.slice(0, -1));
}

function segmentsOf(path: string): JSONPath {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

/** The key of a value in an object; `undefined` for an element of a list. */
function keyOf({ parent }: Node): Node | undefined {
  return parent?.type === 'property' ? parent.children?.[0] : undefined;
}

function firstLine(text: string, { offset, length }: Node): TextRange {
  const end = text.indexOf('\n', offset);
  return { from: offset, to: Math.min(offset + length, end === -1 ? text.length : end) };
}
