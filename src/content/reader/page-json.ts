import { parseJson } from '../../core/values/parse-json';
import type { Memory } from './memory';
import { queryAll } from './query';

/** An object of a page's JSON-LD, as the page states it. */
export type JsonLdObject = Readonly<Record<string, unknown>>;

/** The JSON of a script element. Every script is parsed once, and again if its text changes. */
export function readScriptJson(document: Document, selector: string, memory: Memory): unknown {
  const [script] = queryAll(document, selector);
  return script && parseOnce(script, memory, parseJson);
}

/** All objects of the page's JSON-LD, including nested ones, in document order; at most 2,000. */
export function readJsonLd(document: Document, memory: Memory): JsonLdObject[] {
  const objects: JsonLdObject[] = [];
  for (const script of queryAll(document, 'script[type="application/ld+json"]'))
    collect(parseOnce(script, memory, parseJsonLd), objects, 0);
  return objects;
}

/** Whether the object has one of these schema.org types; `*` is any. */
export function hasType(object: JsonLdObject, types: readonly string[]): boolean {
  return [object['@type'], '*']
    .flat()
    .some((type) => typeof type === 'string' && types.includes(type.replace(/^.*[/#:]/, '')));
}

/** The addresses of the page or thing that an object describes. */
export function addressesOf(object: JsonLdObject): string[] {
  const main = object['mainEntityOfPage'] as Readonly<{ '@id'?: unknown }> | null | undefined;
  return [object['@id'], object['url'], main, main?.['@id']].filter((address) => typeof address === 'string');
}

function collect(value: unknown, objects: JsonLdObject[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 8 || objects.length >= 2_000) return;
  if (!Array.isArray(value)) objects.push(value as JsonLdObject);
  for (const inner of Object.values(value)) collect(inner, objects, depth + 1);
}

/**
 * Parses a script, unless it was parsed before with the same text and key. A script of more than 8,000,000
 * characters is not parsed.
 */
export function parseOnce(
  script: Element,
  memory: Memory,
  parse: (text: string) => unknown,
  key = '',
): unknown {
  const text = script.textContent;
  const known = memory.parsed.get(script);
  const cacheKey = `${key}\n${text}`;
  if (known?.text === cacheKey) return known.value;
  const value = text.length > 8_000_000 ? undefined : parse(text);
  memory.parsed.set(script, { text: cacheKey, value });
  return value;
}

/**
 * Some sites put line breaks inside the strings of their JSON-LD, comments around it and semicolons after it.
 */
function parseJsonLd(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)/, '').replace(/(?:-->|\/\/\]\]>|;)\s*$/, '');
  return parseJson(bare) ?? parseJson(bare.replaceAll(/[\n\r\t]+/g, ' '));
}
