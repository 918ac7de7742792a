import { parseJsonPath, type JsonPath } from '../../../core/definition/json-path';
import type { Source, Transform } from '../../../protocol/definition';
import { parseJson } from '../../../core/values/parse-json';

type Steps = JsonPath['steps'];

/** What a source reads of a JSON value: where it goes first, and where from there. */
export interface Wanted {
  readonly steps: Steps;
  /** Empty: what stands here is read itself. */
  readonly onward: readonly Wanted[];
  /** Only the first text found counts, so no other is kept: a path that searches may come by anything. */
  readonly first: boolean;
}

/** What a source with a path, and the transforms behind it, reads. A text transform ends the way: it needs the whole text. */
export function wantedOf(path: string | undefined, transforms: readonly Transform[] = []): Wanted[] {
  const parsed = parseJsonPath(path ?? '$');
  return parsed === undefined ? [] : [follow(parsed.steps, transforms)];
}

export function wantedBy(
  source: Source | NonNullable<NonNullable<Source['guards']>[number]['of']>,
): Wanted[] {
  return wantedOf('path' in source ? source.path : undefined, source.transforms);
}

function follow(steps: Steps, [transform, ...rest]: readonly Transform[]): Wanted {
  if (transform === undefined) return { steps, onward: [], first: true };
  if ('jsonPath' in transform) return { steps, onward: wantedOf(transform.jsonPath, rest), first: false };
  const compared =
    'find' in transform ? transform.find : 'largest' in transform ? transform.largest : undefined;
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

/** Which element of a list is chosen is not known here: of each the value may be the one that is read. */
function ofEach(wanted: Wanted): Wanted {
  return { ...wanted, first: false, onward: wanted.onward.map(ofEach) };
}

/** A copy of the value with what is wanted and nothing else; undefined where there is nothing of it. */
export function keptJson(value: unknown, wanted: readonly Wanted[]): unknown {
  return wanted.reduce<unknown>(
    (kept, one) => merged(kept, copy(value, one.steps, one, { found: false }, 0)),
    undefined,
  );
}

interface Search {
  found: boolean;
}

function copy(value: unknown, steps: Steps, wanted: Wanted, search: Search, depth: number): unknown {
  if (value === undefined || value === null || depth > 60 || (wanted.first && search.found)) return undefined;
  const [step, ...rest] = steps;
  if (step === undefined) return arrived(value, wanted, search);
  if (typeof value !== 'object') return undefined;
  const inner = (child: unknown) => copy(child, rest, wanted, search, depth + 1);
  const deeper = (child: unknown) => (step.deep ? copy(child, steps, wanted, search, depth + 1) : undefined);
  const entries = Object.entries(value);
  const hits = new Set(
    entries.flatMap(([key, child], index) =>
      isHit(step, value, key, index, child, entries.length) ? [key] : [],
    ),
  );
  // What a step finds here comes before what it finds further down, as the reader has it.
  const near = new Map(
    entries.filter(([key]) => hits.has(key)).map(([key, child]) => [key, inner(child)] as const),
  );
  const kept = entries.flatMap(([key, child]) => {
    const compared = step.kind === 'filter' && hits.has(key) ? keptNames(child, step.names) : undefined;
    const one = merged(merged(near.get(key), compared), deeper(child));
    return one === undefined ? [] : [[key, one] as const];
  });
  if (kept.length === 0) return undefined;
  if (!Array.isArray(value)) return Object.fromEntries(kept);
  return placed(
    new Map(kept.map(([key, one]) => [Number(key), one])),
    step.kind === 'index' && step.index < 0 ? value.length : undefined,
  );
}

function isHit(
  step: Steps[number],
  container: object,
  key: string,
  index: number,
  child: unknown,
  length: number,
): boolean {
  switch (step.kind) {
    case 'name':
      return !Array.isArray(container) && key === step.name;
    case 'index':
      return Array.isArray(container) && index === (step.index < 0 ? length + step.index : step.index);
    case 'all':
      return true;
    case 'filter':
      return (
        step.names.reduce<unknown>(
          (inner, name) =>
            typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
              ? (inner as Record<string, unknown>)[name]
              : undefined,
          child,
        ) === step.value
      );
  }
}

function arrived(value: unknown, wanted: Wanted, search: Search): unknown {
  if (wanted.onward.length > 0) {
    // JSON inside of a text, as some sites store it.
    if (typeof value !== 'string') return keptJson(value, wanted.onward);
    const inner = keptJson(parseJson(value), wanted.onward);
    return inner === undefined ? undefined : JSON.stringify(inner);
  }
  if (typeof value !== 'object' || value === null) {
    if (value !== '') search.found = true;
    return value;
  }
  // Of a list the reader takes the first text; of an object it knows only that there is one.
  if (!Array.isArray(value)) return {};
  const text = (value as unknown[]).find((part) => typeof part !== 'object' && part !== '');
  if (text !== undefined) search.found = true;
  return text === undefined ? [] : [text];
}

function keptNames(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? { [name]: keptNames((value as Record<string, unknown>)[name], rest) }
    : undefined;
}

/** A list in which what is kept has its old place. */
function placed(kept: ReadonlyMap<number, unknown>, length = Math.max(...kept.keys()) + 1): unknown[] {
  return Array.from({ length }, (_, index) => kept.get(index) ?? null);
}

function merged(a: unknown, b: unknown): unknown {
  if (a === undefined || a === null) return b;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null)
    return b === undefined || b === null ? a : typeof a === 'object' ? a : b;
  if (Array.isArray(a) !== Array.isArray(b)) return a;
  if (Array.isArray(a) && Array.isArray(b))
    return Array.from(
      { length: Math.max(a.length, b.length) },
      (_, index) => merged(a[index], b[index]) ?? null,
    );
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [
      key,
      merged((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    ]),
  );
}
