import { parseJsLiteral } from '../../core/definition/js-literal';
import type { Memory } from './memory';
import { queryAll } from './query';
import { parseJson } from '../../core/values/parse-json';

/** An object of a page's JSON-LD, as it stands there. */
export type JsonLdObject = Readonly<Record<string, unknown>>;

/** JSON that stands in the page itself. Each script is parsed once, and again when its text changes. */
export function readScriptJson(document: Document, selector: string, memory: Memory): unknown {
  const [script] = queryAll(document, selector);
  return script === undefined ? undefined : parseOnce(script, memory, parseJson);
}

/** What an inline script assigns to a name: `window.__data = {…}`. The last assignment of the first such script counts. */
export function readScriptAssignment(document: Document, name: string, memory: Memory): unknown {
  const names = [name, name.replace(/^(?:window|self|globalThis)\./, '')];
  for (const script of inlineScripts(document)) {
    const text = script.textContent;
    for (const candidate of names) {
      const at = text.lastIndexOf(candidate);
      const assigned =
        at === -1
          ? null
          : /^\s*=(?!=)\s*/.exec(text.slice(at + candidate.length, at + candidate.length + 20));
      if (assigned === null) continue;
      const value = parseOnce(
        script,
        memory,
        () => parseJsLiteral(text, at + candidate.length + assigned[0].length),
        candidate,
      );
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** The rows that Next.js pushes to `self.__next_f`, parsed, as one list. */
export function readNextFlight(document: Document, memory: Memory): unknown {
  const chunks = inlineScripts(document).flatMap((script) => {
    const at = script.textContent.indexOf('__next_f.push(');
    const pushed = at === -1 ? undefined : parseOnce(script, memory, (text) => parseJsLiteral(text, at + 14));
    return Array.isArray(pushed) && typeof pushed[1] === 'string' ? [pushed[1]] : [];
  });
  if (chunks.length === 0) return undefined;
  return chunks
    .join('')
    .split('\n')
    .flatMap((row) => {
      const json = /^[\da-f]+:[A-Z]{0,2}([[{].*)$/s.exec(row)?.[1];
      return json === undefined ? [] : (parseJson(json) ?? []);
    });
}

/** All objects of the page's JSON-LD, also those inside others, in document order; at most 2,000. */
export function readJsonLd(document: Document, memory: Memory): readonly JsonLdObject[] {
  const objects: Record<string, unknown>[] = [];
  for (const script of queryAll(document, 'script[type="application/ld+json"]'))
    collect(parseOnce(script, memory, parseJsonLd), objects, 0);
  return objects;
}

/** Whether the object is of one of these schema.org types. */
export function hasType(object: JsonLdObject, types: readonly string[]): boolean {
  const own = object['@type'];
  return (Array.isArray(own) ? own : [own]).some(
    (type) => typeof type === 'string' && types.includes(type.replace(/^.*[/#:]/, '')),
  );
}

/** The addresses that an object says it is about. */
export function addressesOf(object: JsonLdObject): string[] {
  const main = object['mainEntityOfPage'] as { readonly '@id'?: unknown } | null | undefined;
  return [object['@id'], object['url'], main, main?.['@id']].filter((address) => typeof address === 'string');
}

function collect(value: unknown, objects: Record<string, unknown>[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 8 || objects.length >= 2_000) return;
  if (!Array.isArray(value)) objects.push(value as Record<string, unknown>);
  for (const inner of Object.values(value)) collect(inner, objects, depth + 1);
}

function parseOnce(script: Element, memory: Memory, parse: (text: string) => unknown, key = ''): unknown {
  const text = script.textContent;
  const known = memory.parsed.get(script);
  const cacheKey = `${key}\n${text}`;
  if (known?.text === cacheKey) return known.value;
  const value = text.length > 8_000_000 ? undefined : parse(text);
  memory.parsed.set(script, { text: cacheKey, value });
  return value;
}

/** Sites leave line breaks inside texts, comments around and semicolons behind their JSON-LD. */
function parseJsonLd(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)/, '').replace(/(?:-->|\/\/\]\]>|;)\s*$/, '');
  return parseJson(bare) ?? parseJson(bare.replaceAll(/[\n\r\t]+/g, ' '));
}

function inlineScripts(document: Document): Element[] {
  return queryAll(document, 'script:not([src])');
}
