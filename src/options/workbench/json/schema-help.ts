import schemaJson from '../../../connectors/definition.schema.json' with { type: 'json' };
import { scanPlaces } from './json-place';

/** The part of JSON Schema that the schema of definitions uses. */
interface Schema {
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

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  readonly options: readonly {
    readonly label: string;
    readonly detail?: string | undefined;
    readonly apply: string;
  }[];
}

/** What may stand at a place of the text: keys inside an object, values behind a key. */
export function completionsAt(text: string, at: number): Completions | undefined {
  const quoted = /"([\w$-]*)$/.exec(text.slice(0, at));
  const word = /[\w$]*$/.exec(text.slice(0, at))?.[0] ?? '';
  const typed = quoted?.[1] ?? word;
  const from = at - (quoted?.[0].length ?? word.length);
  const to = quoted !== null && text[at] === '"' ? at + 1 : at;
  const before = text.slice(0, from).trimEnd();
  const isValue = before.endsWith(':');
  const isKey = before.endsWith('{') || before.endsWith(',');
  if (!isValue && !isKey) return undefined;
  const path = pathBefore(text.slice(0, from));
  if (path === undefined || (isKey && path.container === 'list')) return undefined;
  const options = isValue
    ? schemasAt([...path.path])
        .flatMap(valuesOf)
        .map((value) => ({ label: JSON.stringify(value), apply: JSON.stringify(value) }))
    : schemasAt(path.path.slice(0, -1)).flatMap((schema) =>
        Object.entries(schema.properties ?? {}).map(([key, one]) => ({
          label: key,
          detail: describe(one),
          apply: `${JSON.stringify(key)}: `,
        })),
      );
  const unique = [...new Map(options.map((option) => [option.label, option])).values()];
  return unique.length === 0 ? undefined : { from, to, typed, options: unique };
}

/** What the schema says of the key or value under the mouse. */
export function helpAt(
  text: string,
  at: number,
): { readonly from: number; readonly to: number; readonly text: string } | undefined {
  const found = scanPlaces(text).findLast(
    (place) => place.is === 'key' && place.from <= at && at <= place.to,
  );
  const help =
    found === undefined
      ? undefined
      : schemasAt(found.path)
          .map(describe)
          .find((one) => one !== undefined);
  return found === undefined || help === undefined
    ? undefined
    : { from: found.from, to: found.to, text: help };
}

/** All schemas that may apply at a path; where there is a choice, all of it. */
export function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  let found = choices(root);
  for (const key of path) {
    found = found.flatMap((schema) => {
      if (typeof key === 'number') return schema.items === undefined ? [] : choices(schema.items);
      const property =
        schema.properties !== undefined && Object.hasOwn(schema.properties, key)
          ? schema.properties[key]
          : undefined;
      const other = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
      const next = property ?? other;
      return next === undefined ? [] : choices(next);
    });
  }
  return found;
}

function choices(schema: Schema, depth = 0): readonly Schema[] {
  if (depth > 6) return [];
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (target !== undefined)
    return choices(
      schema.description === undefined ? target : { ...target, description: schema.description },
      depth + 1,
    );
  const options = schema.anyOf ?? schema.oneOf;
  return options === undefined ? [schema] : options.flatMap((one) => choices(one, depth + 1));
}

function valuesOf(schema: Schema): readonly unknown[] {
  return schema.const === undefined
    ? (schema.enum ?? (schema.type === 'boolean' ? [true] : []))
    : [schema.const];
}

function describe(schema: Schema): string | undefined {
  return (
    schema.description ??
    choices(schema)
      .map(({ description }) => description)
      .find((text) => text !== undefined)
  );
}

/** Where in the document the text breaks off: the path of the key or place that would come next. */
function pathBefore(
  text: string,
): { readonly path: readonly (string | number)[]; readonly container: 'object' | 'list' } | undefined {
  const stack: { container: 'object' | 'list'; key: string | number }[] = [];
  let last: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = /^"(?:[^"\\\n]|\\.)*"/.exec(text.slice(at));
      if (end === null) return undefined;
      last = end[0].slice(1, -1);
      at += end[0].length - 1;
      continue;
    }
    const top = stack.at(-1);
    if (character === '{') stack.push({ container: 'object', key: '' });
    if (character === '[') stack.push({ container: 'list', key: 0 });
    if (character === '}' || character === ']') stack.pop();
    if (character === ':' && top !== undefined) top.key = last ?? '';
    if (character === ',' && top?.container === 'list') top.key = Number(top.key) + 1;
  }
  const top = stack.at(-1);
  return top === undefined ? undefined : { path: stack.map(({ key }) => key), container: top.container };
}
