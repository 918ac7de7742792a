import { redactJson } from '../../../core/workbench/redact';
import type { Memory } from '../../reader/memory';
import { hasType, readJsonLd, readScriptJson, type JsonLdObject } from '../../reader/page-json';
import { queryAll } from '../../reader/query';
import { readNextFlight, readScriptAssignment } from '../../reading-aid/read-on-demand';
import { keptJson, wantedBy, type WantedJson } from '../propose/wanted-json';
import { defined } from '../../../core/values/defined';
import { isRecord } from '../../../core/values/is-record';
import type { AnySource } from '../../../protocol/definition/visit';

/** The JSON of the page's scripts, reduced to what is read, in the form in which each script contains it. */
export function keptScripts(
  document: Document,
  sources: AnySource[],
  memory: Memory,
  known: ReadonlySet<string>,
): ReadonlyMap<Element, string> {
  const page = { document, sources, memory, known };
  const kept = new Map<Element, string>();
  const all = [
    ...keptLinkedData(page),
    ...keptJsonScripts(page),
    ...keptAssignments(page),
    ...keptRows(page),
  ];
  for (const [script, text] of all) {
    const before = script && kept.get(script);
    if (script !== undefined) kept.set(script, before === undefined ? text : `${before};\n${text}`);
  }
  return kept;
}

type ScriptPage = Readonly<{
  document: Document;
  sources: AnySource[];
  memory: Memory;
  known: ReadonlySet<string>;
}>;

type KeptScript = readonly [script: Element | undefined, text: string];

function keptLinkedData(page: ScriptPage): KeptScript[] {
  const objects = linkedData(page);
  const [script] = queryAll(page.document, 'script[type="application/ld+json"]');
  return objects.length === 0 ? [] : [[script, JSON.stringify(objects)]];
}

function keptJsonScripts({ document, sources, memory, known }: ScriptPage): KeptScript[] {
  const groups = grouped(sources, (source) => ('scriptJson' in source ? source.scriptJson : undefined));
  return [...groups].flatMap(([selector, wanted]): KeptScript[] => {
    const text = keptText(readScriptJson(document, selector, memory), wanted, known);
    return text === undefined ? [] : [[queryAll(document, selector)[0], text]];
  });
}

function keptAssignments({ document, sources, memory, known }: ScriptPage): KeptScript[] {
  const groups = grouped(sources, (source) =>
    'scriptAssignment' in source ? source.scriptAssignment : undefined,
  );
  return [...groups].flatMap(([name, wanted]): KeptScript[] => {
    const text = keptText(readScriptAssignment(document, name, memory), wanted, known);
    const script = scriptWith(document, name.replace(/^(?:window|self|globalThis)\./, ''));
    return text === undefined ? [] : [[script, `${name} = ${text}`]];
  });
}

function keptRows({ document, sources, memory, known }: ScriptPage): KeptScript[] {
  const groups = grouped(sources, (source) => ('nextFlight' in source ? 'rows' : undefined));
  return [...groups.values()].flatMap((wanted): KeptScript[] => {
    const rows = keptJson(readNextFlight(document, memory), wanted);
    // Every row is an array; the reader joins their elements.
    const text = (Array.isArray(rows) ? (rows as unknown[]) : [])
      .map((row, index) => `${index.toString(16)}:${JSON.stringify([redactJson(row, known)])}`)
      .join('\n');
    if (text === '') return [];
    const push = '__next_f.push(';
    return [[scriptWith(document, push), `self.${push}${JSON.stringify([1, text])})`]];
  });
}

function keptText(value: unknown, wanted: WantedJson[], known: ReadonlySet<string>): string | undefined {
  const kept = keptJson(value, wanted);
  return kept === undefined ? undefined : JSON.stringify(redactJson(kept, known));
}

/**
 * The objects that a source looks for, in document order, each with its type, its addresses and the parts
 * that are read.
 */
function linkedData({ document, sources, memory, known }: ScriptPage): unknown[] {
  const wanted = sources.flatMap((source) =>
    'jsonLd' in source ? [{ types: source.jsonLd, all: wantedBy(source) }] : [],
  );
  if (wanted.length === 0) return [];
  return readJsonLd(document, memory).flatMap((object) => {
    const fitting = wanted.filter(({ types }) => hasType(object, types));
    if (fitting.length === 0) return [];
    const paths = fitting.flatMap(({ all }) => all);
    // The kept part of an object is an object.
    const read = keptJson(object, paths) as object | undefined;
    return [redactJson({ ...read, ...identityOf(object) }, known)];
  });
}

/** The type and the addresses of an object. */
function identityOf(object: JsonLdObject): Readonly<Record<string, unknown>> {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const main = object['mainEntityOfPage'];
  const mainId = isRecord(main) ? text(main['@id']) : undefined;
  return defined({
    '@type': object['@type'],
    '@id': text(object['@id']),
    url: text(object['url']),
    mainEntityOfPage: text(main) ?? (mainId === undefined ? undefined : { '@id': mainId }),
  });
}

/** Groups everything that sources read at the same place. */
function grouped(
  sources: AnySource[],
  place: (source: AnySource) => string | undefined,
): ReadonlyMap<string, WantedJson[]> {
  const groups = new Map<string, WantedJson[]>();
  for (const source of sources) {
    const key = place(source);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), ...wantedBy(source)]);
  }
  return groups;
}

/** The first inline script that contains a text. */
function scriptWith(document: Document, text: string): Element | undefined {
  return queryAll(document, 'script:not([src])').find(({ textContent }) => textContent.includes(text));
}
