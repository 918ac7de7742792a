import { ownProperty, parseJsonPath, type JsonPath } from '../../../core/definition/json-path';
import type { Source, Transform } from '../../../protocol/definition/definition';
import { parseJson } from '../../../core/values/parse-json';

type Steps = JsonPath['steps'];

/** What a source reads from a JSON value: a path, and what is read from there. */
export type WantedJson = Readonly<{
  steps: Steps;
  /** Empty if the value at the end of the path is read itself. */
  onward: WantedJson[];
  /** Only the first text is read and kept; a path with a search could also find private ones. */
  first: boolean;
}>;

/**
 * What a source with a path and transforms reads. A text transform needs the whole text, so the path ends
 * there.
 */
export function wantedOf(path: string | undefined, transforms: Transform[] = []): WantedJson[] {
  const parsed = parseJsonPath(path ?? '$');
  return parsed === undefined ? [] : [follow(parsed.steps, transforms)];
}

export function wantedBy(
  source: Source | NonNullable<NonNullable<Source['guards']>[number]['of']>,
): WantedJson[] {
  return wantedOf('path' in source ? source.path : undefined, source.transforms);
}

function follow(steps: Steps, [transform, ...rest]: Transform[]): WantedJson {
  if (transform === undefined) return { steps, onward: [], first: true };
  if ('jsonPath' in transform) return { steps, onward: wantedOf(transform.jsonPath, rest), first: false };
  const compared = comparedPath(transform);
  if (compared === undefined) return { steps, onward: [], first: true };
  const each: Steps = [{ kind: 'all', deep: false }];
  const inside = wantedOf(compared).map((wanted) => ({ ...wanted, first: false }));
  return {
    steps,
    onward: [{ steps: each, onward: inside, first: false }, follow(each, rest)].map((wanted, index) =>
      index === 1 ? ofEach(wanted) : wanted,
    ),
    first: false,
  };
}

/** The path of the values that decide which element of a list is chosen. */
function comparedPath(transform: Transform): string | undefined {
  if ('find' in transform) return transform.find;
  return 'largest' in transform ? transform.largest : undefined;
}

/** Which element of a list will be chosen is not known here, so the value of each is kept. */
function ofEach(wanted: WantedJson): WantedJson {
  return { ...wanted, first: false, onward: wanted.onward.map(ofEach) };
}

/** A copy of the value with only the wanted parts; undefined if there are none. */
export function keptJson(value: unknown, wanted: WantedJson[]): unknown {
  return wanted.reduce<unknown>(
    (kept, one) => merged(kept, copy(value, one.steps, one, { found: false }, 0)),
    undefined,
  );
}

interface JsonSearch {
  found: boolean;
}

function copy(value: unknown, steps: Steps, wanted: WantedJson, search: JsonSearch, depth: number): unknown {
  if (value === undefined || value === null || depth > 60 || (wanted.first && search.found)) return undefined;
  const [step, ...rest] = steps;
  if (step === undefined) return arrived(value, wanted, search);
  return typeof value === 'object' ? copyInside(value, [step, ...rest], wanted, search, depth) : undefined;
}

/** A copy of an object or array with the parts that the first step finds in it, at this level and deeper. */
function copyInside(
  value: object,
  steps: [Steps[number], ...Steps],
  wanted: WantedJson,
  search: JsonSearch,
  depth: number,
): unknown {
  const [step, ...rest] = steps;
  const inner = (child: unknown) => copy(child, rest, wanted, search, depth + 1);
  const deeper = (child: unknown) => (step.deep ? copy(child, steps, wanted, search, depth + 1) : undefined);
  const entries = Object.entries(value);
  const hits = entries.filter(([key, child]) => isHit(step, value, key, child));
  // As in the reader, matches at this level come before deeper ones.
  const near = new Map(hits.map(([key, child]) => [key, inner(child)] as const));
  const compared = new Map(
    step.kind === 'filter' ? hits.map(([key, child]) => [key, keptNames(child, step.names)]) : [],
  );
  const kept = entries.flatMap(([key, child]) => {
    const one = merged(merged(near.get(key), compared.get(key)), deeper(child));
    return one === undefined ? [] : [[key, one] as const];
  });
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? keptList(value, kept, step) : Object.fromEntries(kept);
}

/** Keeps elements at their old index; for an index from the end, in a list of the old length. */
function keptList(
  list: readonly unknown[],
  kept: readonly (readonly [string, unknown])[],
  step: Steps[number],
): unknown[] {
  const fromEnd = step.kind === 'index' && step.index < 0;
  return placed(new Map(kept.map(([key, one]) => [Number(key), one])), fromEnd ? list.length : undefined);
}

function isHit(step: Steps[number], container: object, key: string, child: unknown): boolean {
  switch (step.kind) {
    case 'name':
      return !Array.isArray(container) && key === step.name;
    case 'index':
      return (
        Array.isArray(container) &&
        Number(key) === (step.index < 0 ? container.length + step.index : step.index)
      );
    case 'all':
      return true;
    case 'filter':
      return step.names.reduce(ownProperty, child) === step.value;
  }
}

function arrived(value: unknown, wanted: WantedJson, search: JsonSearch): unknown {
  if (wanted.onward.length > 0) {
    // JSON inside a text, as some sites store it.
    if (typeof value !== 'string') return keptJson(value, wanted.onward);
    const inner = keptJson(parseJson(value), wanted.onward);
    return inner === undefined ? undefined : JSON.stringify(inner);
  }
  if (typeof value !== 'object' || value === null) {
    if (value !== '') search.found = true;
    return value;
  }
  // From a list the reader takes the first text; of an object it only knows that it exists.
  if (!Array.isArray(value)) return {};
  const text = (value as unknown[]).find((part) => typeof part !== 'object' && part !== '');
  if (text !== undefined) search.found = true;
  return text === undefined ? [] : [text];
}

function keptNames(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? { [name]: keptNames((value as Record<string, unknown>)[name], rest) }
    : undefined;
}

/** A list in which kept elements have their old index, and null replaces the others. */
function placed(kept: ReadonlyMap<number, unknown>, length = Math.max(-1, ...kept.keys()) + 1): unknown[] {
  return Array.from({ length }, (_, index) => kept.get(index) ?? null);
}

/** Merges two partial copies of the same value. */
function merged(a: unknown, b: unknown): unknown {
  if (a === undefined || a === null) return b;
  if (b === undefined || b === null) return a;
  if (typeof a !== 'object') return b;
  if (typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) return a;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const entries = [...keys].map((key) => [key, merged(ownProperty(a, key), ownProperty(b, key))] as const);
  if (!Array.isArray(a)) return Object.fromEntries(entries);
  return placed(new Map(entries.map(([key, one]) => [Number(key), one])));
}
