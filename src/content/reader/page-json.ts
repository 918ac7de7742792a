import { parseJsLiteral } from '../../core/definition/js-literal';
import { parseJson } from '../../core/values/parse-json';
import type { Memory } from './memory';
import { queryAll } from './query';

/** An object of a page's JSON-LD, as the page states it. */
export type JsonLdObject = Readonly<Record<string, unknown>>;

/** The JSON of a script element. Every script is parsed once, and again when its text changes. */
export function readScriptJson(document: Document, selector: string, memory: Memory): unknown {
  const [script] = queryAll(document, selector);
  return script && parseOnce(script, memory, parseJson);
}

/**
 * What an inline script assigns to a name: `window.__data = {…}`. The last assignment of the first such
 * script.
 */
export function readScriptAssignment(document: Document, name: string, memory: Memory): unknown {
  const names = [name, name.replace(/^(?:window|self|globalThis)\./, '')];
  for (const script of inlineScripts(document)) {
    for (const one of names) {
      const start = assignmentStart(script.textContent, one);
      const value = start && parseOnce(script, memory, (text) => parseJsLiteral(text, start), one);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** Where the last value starts that is assigned to a name. */
function assignmentStart(text: string, name: string): number | undefined {
  const at = text.lastIndexOf(name);
  if (at === -1) return undefined;
  const end = at + name.length;
  const assignment = /^\s*=(?!=)\s*/.exec(text.slice(end, end + 20));
  return assignment ? end + assignment[0].length : undefined;
}

/** The rows that Next.js pushes to `self.__next_f`, parsed, as one array. */
export function readNextFlight(document: Document, memory: Memory): unknown {
  const push = '__next_f.push(';
  const chunks = inlineScripts(document).flatMap((script) => {
    const at = script.textContent.indexOf(push);
    const pushed =
      at === -1 ? undefined : parseOnce(script, memory, (text) => parseJsLiteral(text, at + push.length));
    return Array.isArray(pushed) && typeof pushed[1] === 'string' ? [pushed[1]] : [];
  });
  if (chunks.length === 0) return undefined;
  const rows = chunks.join('').split('\n');
  return rows.flatMap((row) => {
    const json = /^[\da-f]+:[A-Z]{0,2}([[{].*)$/s.exec(row)?.[1];
    return (json && parseJson(json)) ?? [];
  });
}

/** All objects of the page's JSON-LD, nested ones too, in document order; at most 2,000. */
export function readJsonLd(document: Document, memory: Memory): readonly JsonLdObject[] {
  const objects: JsonLdObject[] = [];
  for (const script of queryAll(document, 'script[type="application/ld+json"]'))
    collect(parseOnce(script, memory, parseJsonLd), objects, 0);
  return objects;
}

/** Whether the object is of one of these schema.org types. */
export function hasType(object: JsonLdObject, types: readonly string[]): boolean {
  return [object['@type']]
    .flat()
    .some((type) => typeof type === 'string' && types.includes(type.replace(/^.*[/#:]/, '')));
}

/** The addresses of the page or thing that an object describes. */
export function addressesOf(object: JsonLdObject): string[] {
  const main = object['mainEntityOfPage'] as { readonly '@id'?: unknown } | null | undefined;
  return [object['@id'], object['url'], main, main?.['@id']].filter((address) => typeof address === 'string');
}

function collect(value: unknown, objects: JsonLdObject[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 8 || objects.length >= 2_000) return;
  if (!Array.isArray(value)) objects.push(value as JsonLdObject);
  for (const inner of Object.values(value)) collect(inner, objects, depth + 1);
}

/**
 * Parses a script, unless it was parsed with the same text and key before. Longer than 8,000,000 characters:
 * not.
 */
function parseOnce(script: Element, memory: Memory, parse: (text: string) => unknown, key = ''): unknown {
  const text = script.textContent;
  const known = memory.parsed.get(script);
  const cacheKey = `${key}\n${text}`;
  if (known?.text === cacheKey) return known.value;
  const value = text.length > 8_000_000 ? undefined : parse(text);
  memory.parsed.set(script, { text: cacheKey, value });
  return value;
}

/** Sites have line breaks inside strings, comments around and semicolons after their JSON-LD. */
function parseJsonLd(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)/, '').replace(/(?:-->|\/\/\]\]>|;)\s*$/, '');
  return parseJson(bare) ?? parseJson(bare.replaceAll(/[\n\r\t]+/g, ' '));
}

function inlineScripts(document: Document): Element[] {
  return queryAll(document, 'script:not([src])');
}
