import { redactJson, redactText } from '../../../core/workbench/redact';
import type { Definition } from '../../../protocol/definition';
import { runRegex } from '../../reader/regex';
import { checkedPath, type AnySource } from '../propose/page-sources';
import { readerKey } from './saved-access';
import type { trialAccess } from '../trial/trial-access';
import { keptJson, wantedBy, wantedOf, type Wanted } from '../propose/wanted-json';
import { parseJson } from '../../../core/values/parse-json';

type World = ReturnType<typeof trialAccess>;
type Area = 'local' | 'session';

/** A world that notes what it was asked and what it said. */
export interface RecordedAccess {
  readonly world: World;
  /** By the name of the endpoint, in the order in which it was asked with something new. */
  readonly endpoints: Map<string, unknown[]>;
  readonly pageWorld: Map<
    string,
    { readonly path: string; readonly element: string | undefined; readonly value: unknown }
  >;
  readonly storage: Map<string, { readonly area: Area; readonly key: string; readonly text: string }>;
}

export function recordedAccess(world: World): RecordedAccess {
  const endpoints: RecordedAccess['endpoints'] = new Map();
  const pageWorld: RecordedAccess['pageWorld'] = new Map();
  const storage: RecordedAccess['storage'] = new Map();
  const listen = (area: Area, real: Pick<Storage, 'getItem' | 'key' | 'length'>) => ({
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
    world: {
      ...world,
      storage(area) {
        const real = world.storage(area);
        return real && listen(area, real);
      },
      async askEndpoint(name, values) {
        const value = await world.askEndpoint(name, values);
        endpoints.set(name, [...(endpoints.get(name) ?? []), value]);
        return value;
      },
      async askPageWorld(question) {
        const value = await world.askPageWorld(question);
        pageWorld.set(readerKey(question), { path: question.path, element: question.element, value });
        return value;
      },
    },
  };
}

/** What of an endpoint's answer is read. */
export function endpointWanted(
  definition: Definition,
  sources: readonly AnySource[],
  name: string,
): readonly Wanted[] {
  const checked = checkedPath(definition, name);
  return [
    ...sources.flatMap((source) =>
      'endpoint' in source && source.endpoint === name ? wantedBy(source) : [],
    ),
    ...(checked === undefined ? [] : wantedOf(checked).map((one) => ({ ...one, first: false }))),
  ];
}

/** What the readers of the page's world gave, as a case keeps it. */
export function keptPageWorld(
  { pageWorld }: RecordedAccess,
  sources: readonly AnySource[],
  known: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...pageWorld].flatMap(([key, { path, element, value }]) => {
      const wanted = sources.flatMap((source) =>
        'pageWorld' in source && source.pageWorld === path && source.element === element
          ? wantedBy(source)
          : [],
      );
      const kept = keptJson(value, wanted);
      return kept === undefined ? [] : [[key, redactJson(kept, known)] as const];
    }),
  );
}

/** Storage as a case keeps it: of each key that was read what was read of it. The rest of a key with `*` is nobody's business. */
export function keptStorage(
  { storage }: RecordedAccess,
  sources: readonly AnySource[],
  known: ReadonlySet<string>,
): Partial<Record<Area, Record<string, unknown>>> {
  const kept: Partial<Record<Area, Record<string, unknown>>> = {};
  for (const source of sources) {
    if (!('storage' in source)) continue;
    const prefix = source.storage.endsWith('*') ? source.storage.slice(0, -1) : undefined;
    for (const { area, key, text } of storage.values()) {
      if (
        area !== (source.area ?? 'local') ||
        (prefix === undefined ? key !== source.storage : !key.startsWith(prefix))
      )
        continue;
      const value =
        source.path === undefined
          ? redactText(text, known)
          : redactJson(keptJson(parseJson(text), wantedBy(source)), known);
      if (value === undefined || value === null) continue;
      const name =
        prefix === undefined
          ? key
          : `${prefix}${known.has(key.slice(prefix.length)) ? key.slice(prefix.length) : 'kept'}`;
      const before = kept[area]?.[name];
      kept[area] = {
        ...kept[area],
        [name]: typeof before === 'object' && typeof value === 'object' ? { ...before, ...value } : value,
      };
    }
  }
  return kept;
}

/** The address that a source finds, cut to what it looks for where that is enough. */
export function keptRequests(
  requests: readonly string[],
  sources: readonly AnySource[],
  known: ReadonlySet<string>,
): string[] {
  return sources.flatMap((source) => {
    if (!('request' in source)) return [];
    const address = requests.findLast((one) => runRegex(source.request, one, 'u') !== null);
    const match = address === undefined ? null : runRegex(source.request, address, 'u');
    if (address === undefined || match === null) return [];
    const alone = runRegex(source.request, match[0], 'u');
    return [redactText(alone?.[0] === match[0] && alone[1] === match[1] ? match[0] : address, known)];
  });
}
