import * as z from 'zod/mini';
import { day, definitionSchema } from '../../src/protocol/definition/definition';
import {
  propertyDescriptions,
  schemaDescriptions,
  sourceDescriptions,
  transformDescriptions,
} from '../../src/protocol/definition/descriptions';
import { sourceKinds } from '../../src/protocol/definition/source';
import { transformKinds } from '../../src/protocol/definition/transform';
import { webAddress } from '../../src/protocol/definition/value-schemas';

type Schema = z.core.$ZodType;
type Metadata = { readonly description?: string; readonly format?: 'uri' | 'date' };

export interface DescribedSchema {
  readonly schema: Schema;
  readonly metadata: z.core.$ZodRegistry<Metadata>;
}

/**
 * A copy of the schema of a definition, with the descriptions for authors. If several properties share a
 * schema, each described property gets its own copy of the schema, which carries the description. Throws an
 * Error if a description has no property.
 */
export function describedDefinition(): DescribedSchema {
  const descriptions = descriptionsByPath();
  const unused = new Set(descriptions.keys());
  const metadata = z.registry<Metadata>();
  metadata.add(webAddress, { format: 'uri' });
  metadata.add(day, { format: 'date' });
  const uses = countUses(definitionSchema());
  const copies = new Map<Schema, Schema>();

  const copyOf = (schema: Schema, path: string): Schema => {
    const known = copies.get(schema);
    if (known !== undefined) return known;
    const copy = copyWithChildren(schema, kindOf(schema) ?? path);
    const description = schemaDescriptions.get(schema);
    if (description !== undefined) metadata.add(copy, { description });
    copies.set(schema, copy);
    return copy;
  };

  const copyWithChildren = (schema: Schema, path: string): Schema => {
    const children = mapChildren(schema, (child, name) => {
      const at = name === undefined ? path : pathOf(descriptions, path, name);
      const isProperty = name === undefined ? isOptional(schema) : !isOptional(child);
      return isProperty ? describedCopyOf(child, at) : copyOf(child, at);
    });
    if (children === undefined) return schema;
    const { def, parent } = schema._zod;
    // The parent is the schema before `.check(…)`.
    if (parent === undefined) return z.core.clone(schema, { ...def, ...children });
    return z.core.clone(copyOf(parent, path), { ...def, ...children }, { parent: true });
  };

  const describedCopyOf = (schema: Schema, path: string): Schema => {
    const copy = copyOf(schema, path);
    const description = descriptions.get(path);
    if (description === undefined) return copy;
    unused.delete(path);
    const isOwn = uses.get(schema) === 1 && schema._zod.parent !== undefined;
    const described = isOwn ? copy : z.core.clone(copy, { ...copy._zod.def }, { parent: true });
    metadata.add(described, { description });
    return described;
  };

  const schema = copyOf(definitionSchema(), '');
  if (unused.size > 0) throw new Error(`Descriptions without a property: ${[...unused].join(', ')}`);
  return { schema, metadata };
}

/** Where a property of one kind of source has no description, it is described as in every source. */
function pathOf(descriptions: ReadonlyMap<string, string>, path: string, name: string): string {
  const own = path === '' ? name : `${path}.${name}`;
  return path.startsWith('source.') && !descriptions.has(own) ? `source.${name}` : own;
}

function descriptionsByPath(): ReadonlyMap<string, string> {
  const ofKinds = (prefix: string, kinds: object) =>
    Object.entries(kinds).flatMap(([kind, properties]: [string, Readonly<Record<string, string>>]) =>
      Object.entries(properties).map(([name, text]) => [`${prefix}.${kind}.${name}`, text] as const),
    );
  return new Map([
    ...Object.entries(propertyDescriptions),
    ...ofKinds('source', sourceDescriptions),
    ...ofKinds('transform', transformDescriptions),
  ]);
}

/** In how many places each schema stands. */
function countUses(root: Schema): ReadonlyMap<Schema, number> {
  const uses = new Map<Schema, number>();
  const visit = (schema: Schema): void => {
    const count = uses.get(schema) ?? 0;
    uses.set(schema, count + 1);
    if (count === 0) childrenOf(schema).forEach(visit);
  };
  visit(root);
  return uses;
}

function childrenOf(schema: Schema): readonly Schema[] {
  const children: Schema[] = [];
  mapChildren(schema, (child) => {
    children.push(child);
    return child;
  });
  return children;
}

/** The part of a schema that holds other schemas, each replaced; undefined where there are none. */
function mapChildren(schema: Schema, map: (child: Schema, name?: string) => Schema): object | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    const properties = Object.entries(def.shape).map(([name, child]) => [name, map(child, name)] as const);
    return { shape: Object.fromEntries(properties) };
  }
  if (def.type === 'array') return { element: map(def.element) };
  if (def.type === 'record') return { valueType: map(def.valueType) };
  if (def.type === 'optional') return { innerType: map(def.innerType) };
  if (def.type === 'union') return { options: def.options.map((option) => map(option)) };
  return undefined;
}

/** `source.url`, `transform.split`: the first property of a source or transform names its kind. */
function kindOf(schema: Schema): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return undefined;
  const [kind] = Object.keys(def.shape);
  if (sourceKinds.some((one) => one === kind)) return `source.${kind}`;
  return transformKinds.some((one) => one === kind) ? `transform.${kind}` : undefined;
}

function isOptional(schema: Schema): boolean {
  return schema._zod.def.type === 'optional';
}
