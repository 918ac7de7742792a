import { redactJson } from '../../../core/workbench/redact';
import type { Memory } from '../../reader/memory';
import {
  hasType,
  readJsonLd,
  readNextFlight,
  readScriptAssignment,
  readScriptJson,
} from '../../reader/page-json';
import { queryAll } from '../../reader/query';
import type { AnySource } from '../propose/page-sources';
import { keptJson, wantedBy, type Wanted } from '../propose/wanted-json';
import { defined } from '../../../core/values/defined';

/** JSON that stands in the page's scripts, with only what is read of it, as each script would hold it. */
export function keptScripts(
  document: Document,
  sources: readonly AnySource[],
  memory: Memory,
  known: ReadonlySet<string>,
): ReadonlyMap<Element, string> {
  const kept = new Map<Element, string>();
  const put = (script: Element | undefined, text: string) => {
    if (script !== undefined)
      kept.set(script, kept.has(script) ? `${kept.get(script) ?? ''};\n${text}` : text);
  };
  const safe = (value: unknown, wanted: readonly Wanted[]) => {
    const one = keptJson(value, wanted);
    return one === undefined ? undefined : JSON.stringify(redactJson(one, known));
  };

  const linked = linkedData(document, sources, memory, known);
  if (linked.length > 0)
    put(queryAll(document, 'script[type="application/ld+json"]')[0], JSON.stringify(linked));

  for (const [selector, wanted] of grouped(sources, (source) =>
    'scriptJson' in source ? source.scriptJson : undefined,
  )) {
    const text = safe(readScriptJson(document, selector, memory), wanted);
    if (text !== undefined) put(queryAll(document, selector)[0], text);
  }
  for (const [name, wanted] of grouped(sources, (source) =>
    'scriptAssignment' in source ? source.scriptAssignment : undefined,
  )) {
    const text = safe(readScriptAssignment(document, name, memory), wanted);
    const script = inlineScripts(document).find(({ textContent }) =>
      textContent?.includes(name.replace(/^(?:window|self|globalThis)\./, '')),
    );
    if (text !== undefined) put(script, `${name} = ${text}`);
  }
  for (const [, wanted] of grouped(sources, (source) => ('nextFlight' in source ? 'rows' : undefined))) {
    const rows = keptJson(readNextFlight(document, memory), wanted);
    // Each row is a list, which the reader takes apart.
    const text = (Array.isArray(rows) ? (rows as unknown[]) : [])
      .map((row, index) => `${index.toString(16)}:${JSON.stringify([redactJson(row, known)])}`)
      .join('\n');
    if (text !== '')
      put(
        inlineScripts(document).find(({ textContent }) => textContent?.includes('__next_f.push(')),
        `self.__next_f.push(${JSON.stringify([1, text])})`,
      );
  }
  return kept;
}

/**
 * The objects that a source looks for, in the order of the page, each with its type, its addresses and what
 * is read.
 */
function linkedData(
  document: Document,
  sources: readonly AnySource[],
  memory: Memory,
  known: ReadonlySet<string>,
): unknown[] {
  const wanted = sources.flatMap((source) =>
    'jsonLd' in source ? [{ types: source.jsonLd, all: wantedBy(source) }] : [],
  );
  if (wanted.length === 0) return [];
  return readJsonLd(document, memory).flatMap((object) => {
    const fitting = wanted.filter(({ types }) => hasType(object, types));
    if (fitting.length === 0) return [];
    const named = Object.fromEntries(
      ['@type', '@id', 'url'].flatMap((key) =>
        object[key] === undefined || (key !== '@type' && typeof object[key] !== 'string')
          ? []
          : [[key, object[key]]],
      ),
    );
    const main = object['mainEntityOfPage'];
    const about =
      typeof main === 'string'
        ? main
        : typeof main === 'object' && main !== null && '@id' in main && typeof main['@id'] === 'string'
          ? { '@id': main['@id'] }
          : undefined;
    const kept = keptJson(
      object,
      fitting.flatMap(({ all }) => all),
    );
    return [
      redactJson(
        {
          ...(typeof kept === 'object' ? kept : {}),
          ...named,
          ...defined({ mainEntityOfPage: about }),
        },
        known,
      ),
    ];
  });
}

/** What all sources of one place read there together. */
function grouped(
  sources: readonly AnySource[],
  place: (source: AnySource) => string | undefined,
): ReadonlyMap<string, readonly Wanted[]> {
  const groups = new Map<string, Wanted[]>();
  for (const source of sources) {
    const key = place(source);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), ...wantedBy(source)]);
  }
  return groups;
}

function inlineScripts(document: Document): Element[] {
  return queryAll(document, 'script:not([src])');
}
