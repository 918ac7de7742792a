import { isRecord } from '../values/is-record';

/** One document with one history for both views. The text is stored; the form shows what it parses to. */
export type DraftHistory = Readonly<{
  text: string;
  past: string[];
  future: string[];
  /** The last change. Changes of one field in quick succession are one step. */
  last?: Readonly<{ view: 'form' | 'json'; at: number; place: string }>;
}>;

export function openDocument(text: string): DraftHistory {
  return { text, past: [], future: [] };
}

/**
 * `place` identifies the field, so that changes of two fields are never one step; `at` in milliseconds since
 * 1970.
 */
export function editText(
  document: DraftHistory,
  text: string,
  edit: Readonly<{ view: 'form' | 'json'; at: number; place?: string }>,
): DraftHistory {
  if (text === document.text) return document;
  const { view, at, place = '' } = edit;
  const { last } = document;
  const isSameStep =
    last !== undefined &&
    place !== '' &&
    last.view === view &&
    last.place === place &&
    at - last.at < STEP_PERIOD;
  return {
    text,
    past: isSameStep ? document.past : [...document.past, document.text].slice(-MAXIMUM_STEPS),
    future: [],
    last: { view, at, place },
  };
}

/** A change by the form: sets the value at a path of the definition; undefined removes it. */
export function editValue(
  document: DraftHistory,
  path: (string | number)[],
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
  Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false; at: number; message: string }>;

/** The value of the text; for invalid JSON the message of the parser and the index of the error. */
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

/** The value at a path; undefined where the path does not exist. */
export function valueAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/**
 * A copy with this value at a path. Undefined removes it, and the arrays and objects that it leaves empty.
 */
export function withValue(value: unknown, path: (string | number)[], next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  return typeof key === 'number' ? withElement(value, key, rest, next) : withField(value, key, rest, next);
}

function withElement(
  value: unknown,
  index: number,
  rest: (string | number)[],
  next: unknown,
): unknown[] | undefined {
  const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
  const inner = withValue(list[index], rest, next);
  if (inner === undefined) list.splice(index, 1);
  else list[Math.min(index, list.length)] = inner;
  return list.length === 0 ? undefined : list;
}

function withField(
  value: unknown,
  key: string,
  rest: (string | number)[],
  next: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const record: Record<string, unknown> = isRecord(value) ? { ...value } : {};
  const inner = withValue(Object.hasOwn(record, key) ? record[key] : undefined, rest, next);
  // Not an assignment, which would set the prototype for `__proto__`.
  const field = { value: inner, enumerable: true, configurable: true, writable: true };
  if (inner === undefined) delete record[key];
  else Object.defineProperty(record, key, field);
  const isEmptied = Object.keys(record).length === 0 && Object.keys(value ?? {}).length > 0;
  return isEmptied ? undefined : record;
}

/** Milliseconds between two changes of one field that are one step. */
const STEP_PERIOD = 800;
const MAXIMUM_STEPS = 200;
