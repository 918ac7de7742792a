import { readerKey } from '../../../core/definition/page-world-reader';
import { redactJson, redactText } from '../../../core/workbench/redact';
import type { Definition } from '../../../protocol/definition/definition';
import { runRegex } from '../../reader/regex';
import { checkedPath } from '../propose/page-sources';
import type { PageAccess, ReadableStorage } from '../../reader/context';
import { keptJson, wantedBy, wantedOf, type WantedJson } from '../propose/wanted-json';
import { parseJson } from '../../../core/values/parse-json';
import type { AnySource } from '../../../protocol/definition/visit';

type StorageArea = 'local' | 'session';

/** Access to a page that records its queries and their answers. */
export type RecordedAccess = Readonly<{
  access: PageAccess;
  /** Answers by endpoint name, in the order of the queries. */
  endpoints: Map<string, unknown[]>;
  /** Values of the page's world, by `readerKey`. */
  pageWorld: Map<string, unknown>;
  storage: Map<string, Readonly<{ area: StorageArea; key: string; text: string }>>;
}>;

export function recordedAccess(access: PageAccess): RecordedAccess {
  const endpoints: RecordedAccess['endpoints'] = new Map();
  const pageWorld: RecordedAccess['pageWorld'] = new Map();
  const storage: RecordedAccess['storage'] = new Map();
  const record = (area: StorageArea, real: ReadableStorage) => ({
    length: real.length,
    key: (index: number) => real.key(index),
    getItem(key: string) {
      const text = real.getItem(key);
      if (text !== null) storage.set(`${area} ${key}`, { area, key, text });
      return text;
    },
  });
  return {
    endpoints,
    pageWorld,
    storage,
    access: {
      ...access,
      storage(area) {
        const real = access.storage(area);
        return real && record(area, real);
      },
      async askEndpoint(name, values) {
        const value = await access.askEndpoint(name, values);
        endpoints.set(name, [...(endpoints.get(name) ?? []), value]);
        return value;
      },
      async askPageWorld() {
        const values = await access.askPageWorld();
        for (const [key, value] of Object.entries(Object(values) as object)) pageWorld.set(key, value);
        return values;
      },
    },
  };
}

/** The parts of an endpoint's answer that are read. */
export function endpointWanted(definition: Definition, sources: AnySource[], name: string): WantedJson[] {
  const checked = checkedPath(definition, name);
  return [
    ...sources.flatMap((source) =>
      'endpoint' in source && source.endpoint === name ? wantedBy(source) : [],
    ),
    ...(checked === undefined ? [] : wantedOf(checked).map((one) => ({ ...one, first: false }))),
  ];
}

/** The values of the page-world readers, as a case keeps them. */
export function keptPageWorld(
  { pageWorld }: RecordedAccess,
  sources: AnySource[],
  known: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...pageWorld].flatMap(([key, value]) => {
      const wanted = sources.flatMap((source) =>
        'pageWorld' in source && readerKey(source.pageWorld, source.element) === key ? wantedBy(source) : [],
      );
      const kept = keptJson(value, wanted);
      return kept === undefined ? [] : [[key, redactJson(kept, known)] as const];
    }),
  );
}

type KeptStorage = Partial<Record<StorageArea, Record<string, unknown>>>;

/** Storage for a case: the parts that were read of each key; for a key with `*`, only its known rest. */
export function keptStorage(
  { storage }: RecordedAccess,
  sources: AnySource[],
  known: ReadonlySet<string>,
): KeptStorage {
  const kept: KeptStorage = {};
  for (const source of sources) {
    if (!('storage' in source)) continue;
    const prefix = prefixOf(source.storage);
    for (const { area, key, text } of storage.values()) {
      if (area !== (source.area ?? 'local') || !isReadKey(source.storage, key)) continue;
      const value = keptText(text, source, known);
      const name = prefix === undefined ? key : keptKey(prefix, key, known);
      if (value !== undefined && value !== null) addItem(kept, area, name, value);
    }
  }
  return kept;
}

/** The beginning of the keys that a source with `*` names. */
function prefixOf(wanted: string): string | undefined {
  return wanted.endsWith('*') ? wanted.slice(0, -1) : undefined;
}

function isReadKey(wanted: string, key: string): boolean {
  const prefix = prefixOf(wanted);
  return prefix === undefined ? key === wanted : key.startsWith(prefix);
}

function keptText(text: string, source: StorageSource, known: ReadonlySet<string>): unknown {
  return source.path === undefined
    ? redactText(text, known)
    : redactJson(keptJson(parseJson(text), wantedBy(source)), known);
}

/** A key without the part after the prefix, unless that part is an id in the address. */
function keptKey(prefix: string, key: string, known: ReadonlySet<string>): string {
  const rest = key.slice(prefix.length);
  return `${prefix}${known.has(rest) ? rest : 'kept'}`;
}

/** Two sources can read parts of one item. */
function addItem(kept: KeptStorage, area: StorageArea, name: string, value: unknown): void {
  const before = kept[area]?.[name];
  const both = typeof before === 'object' && typeof value === 'object' ? { ...before, ...value } : value;
  kept[area] = { ...kept[area], [name]: both };
}

type StorageSource = Extract<AnySource, { storage: string }>;

/** Addresses of the requests that a source reads, cut to the matched part if it reads the same from that. */
export function keptRequests(requests: string[], sources: AnySource[], known: ReadonlySet<string>): string[] {
  return sources.flatMap((source) => {
    if (!('request' in source)) return [];
    const address = requests.findLast((one) => runRegex(source.request, one, 'u') !== null);
    const match = address === undefined ? null : runRegex(source.request, address, 'u');
    if (address === undefined || match === null) return [];
    const alone = runRegex(source.request, match[0], 'u');
    return [redactText(alone?.[0] === match[0] && alone[1] === match[1] ? match[0] : address, known)];
  });
}
