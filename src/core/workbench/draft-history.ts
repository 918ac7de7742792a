/** One document with one history, whichever view changes it. The text is the truth; the form shows what it says. */
export interface DraftHistory {
  readonly text: string;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** Which view changed it last, and when: what is typed in one go is one step. */
  readonly last?: { readonly view: 'form' | 'json'; readonly at: number; readonly place: string };
}

export function openDocument(text: string): DraftHistory {
  return { text, past: [], future: [] };
}

/** `place` tells one field from another, so that two fields are never one step. */
export function editText(
  document: DraftHistory,
  text: string,
  edit: { readonly view: 'form' | 'json'; readonly at: number; readonly place?: string },
): DraftHistory {
  if (text === document.text) return document;
  const { view, at, place = '' } = edit;
  const { last } = document;
  const goesOn =
    last !== undefined && place !== '' && last.view === view && last.place === place && at - last.at < oneGo;
  return {
    text,
    past: goesOn ? document.past : [...document.past, document.text].slice(-mostSteps),
    future: [],
    last: { view, at, place },
  };
}

/** A change by the form: puts a value at a place of the definition, or takes away what is there. */
export function editValue(
  document: DraftHistory,
  path: readonly (string | number)[],
  value: unknown,
  at: number,
): DraftHistory {
  const parsed = parseDraft(document.text);
  if (!parsed.ok) return document;
  return editText(document, formatDraft(withValue(parsed.value, path, value) ?? {}), {
    view: 'form',
    at,
    place: typeof value === 'string' ? path.join('.') : '',
  });
}

export function undo(document: DraftHistory): DraftHistory {
  const before = document.past.at(-1);
  return before === undefined
    ? document
    : { text: before, past: document.past.slice(0, -1), future: [document.text, ...document.future] };
}

export function redo(document: DraftHistory): DraftHistory {
  const [next, ...future] = document.future;
  return next === undefined ? document : { text: next, past: [...document.past, document.text], future };
}

export type ParsedDraft =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly at: number; readonly message: string };

/** What the form shows; while the text is no JSON there is nothing to show. `at` is where it breaks. */
export function parseDraft(text: string): ParsedDraft {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const place = /position (\d+)/.exec(message)?.[1];
    return {
      ok: false,
      at: place === undefined ? text.length : Number(place),
      message: message.replace(/ in JSON.*$/s, '').slice(0, 200),
    };
  }
}

export function formatDraft(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** What stands at a place; undefined where the way there does not exist. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** A copy with this value at a place; undefined removes it, and lists and objects that become empty with it. */
export function withValue(value: unknown, path: readonly (string | number)[], next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    const inner = withValue(list[key], rest, next);
    if (inner === undefined) list.splice(key, 1);
    else list[Math.min(key, list.length)] = inner;
    return list.length === 0 ? undefined : list;
  }
  const record: Record<string, unknown> =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...(value as Record<string, unknown>) }
      : {};
  const inner = withValue(Object.hasOwn(record, key) ? record[key] : undefined, rest, next);
  if (inner === undefined) delete record[key];
  else
    Object.defineProperty(record, key, {
      value: inner,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return Object.keys(record).length === 0 && path.length > 0 && Object.keys(value ?? {}).length > 0
    ? undefined
    : record;
}

const oneGo = 800;
const mostSteps = 200;
