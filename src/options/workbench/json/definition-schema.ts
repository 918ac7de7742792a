import schemaJson from '../../../connectors/definition.schema.json' with { type: 'json' };
import { defined } from '../../../core/values/defined';

/** The part of JSON Schema that the schema of definitions uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const root = schemaJson as unknown as Schema;

/** References and alternatives that are followed inside of each other; a recursive schema would never end. */
const MAX_DEPTH = 6;

/** All schemas that can apply at a path of a definition; every alternative where there are several. */
export function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((schema) => schemasBelow(schema, key)),
    alternatives(root),
  );
}

/** The values that a schema names, for completion. */
export function valuesOf(schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  return schema.type === 'boolean' ? [true] : [];
}

/** The description of a schema or of its first alternative that has one. */
export function describe(schema: Schema): string | undefined {
  if (schema.description !== undefined) return schema.description;
  return alternatives(schema).find(({ description }) => description !== undefined)?.description;
}

/** The schemas of a property or an element. */
function schemasBelow({ items, properties, additionalProperties }: Schema, key: string | number) {
  if (typeof key === 'number') return items === undefined ? [] : alternatives(items);
  const named = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const next = named ?? other;
  return next === undefined ? [] : alternatives(next);
}

/** The schema without references: itself, or every alternative of `anyOf` and `oneOf`. */
function alternatives(schema: Schema, depth = 0): readonly Schema[] {
  if (depth > MAX_DEPTH) return [];
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (target !== undefined) {
    // A description beside the reference is the more exact one.
    return alternatives({ ...target, ...defined({ description: schema.description }) }, depth + 1);
  }
  const options = schema.anyOf ?? schema.oneOf;
  return options === undefined ? [schema] : options.flatMap((one) => alternatives(one, depth + 1));
}
