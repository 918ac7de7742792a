/**
 * Describes a value to read in the page's own world. It is data only. In `element`, ` >> ` steps into an open
 * shadow root.
 */
export type PageWorldReader = Readonly<{
  /** The key of the value in the answer: see `readerKey`. */
  key: string;
  steps: PageStep[];
  /** Selector of the element where the path starts; without it the path starts at `window`. */
  element?: string;
  /**
   * For a source `received`: expressions for the address of a response that the page has received, and for
   * its host.
   */
  received?: string;
  hosts?: string;
}>;

/** A response that the page has received, as `content/received` records it. */
export type ReceivedAnswer = Readonly<{
  url: string;
  /** As the page has it: text, or a parsed value. */
  body: unknown;
}>;

/** The key under which a `received` source finds its responses: `{url, body}[]`, oldest first. */
export function receivedKey(pattern: string): string {
  return `received ${pattern}`;
}

/** The key of a page-world source, from its path and its element, if it has one. */
export function readerKey(path: string, element: string | undefined): string {
  return element === undefined ? path : `${element} ${path}`;
}

/**
 * The values that the readers find, by their keys. Runs in the page's world by
 * `scripting.executeScript({ func, args: [readers], world: 'MAIN' })`. The browser injects its source text,
 * so it names nothing outside itself. It follows property names and calls getters without arguments, then
 * copies each value as plain data: at most 8 levels, 5,000 values, 2,000 characters per string. It changes
 * nothing. The page can replace every function it uses, so the caller does not trust the answer.
 */
export function runPageWorldReaders(readers: PageWorldReader[]): Record<string, unknown> {
  const forbidden = /^(__proto__|constructor|prototype)$/;
  let left = 0;

  function findElement(selector: string): Element | null {
    let scope: ParentNode | null = document;
    let element: Element | null = null;
    for (const part of selector.split(' >> ')) {
      element = scope?.querySelector(part) ?? null;
      scope = element?.shadowRoot ?? null;
    }
    // No definition may read what a person has filled in.
    const filledIn = 'input:not([type=range]),textarea,select,[contenteditable]:not([contenteditable=false])';
    return element?.closest(filledIn) ? null : element;
  }

  /** The value of one step; undefined where it cannot be taken. */
  function take(from: unknown, step: PageStep): unknown {
    if (from === null || (typeof from !== 'object' && typeof from !== 'function')) return undefined;
    const holder = from as Record<string, unknown>;
    if ('first' in step) return Object.values(holder)[0];
    if ('get' in step) return forbidden.test(step.get) ? undefined : holder[step.get];
    const getter = /^(get|is|has)[A-Z]\w*$/.test(step.call) ? holder[step.call] : undefined;
    return typeof getter === 'function' ? getter.call(holder) : undefined;
  }

  function copy(from: unknown, depth: number): unknown {
    left -= 1;
    if (typeof from === 'string') return from.slice(0, 2_000);
    if (typeof from === 'boolean' || Number.isFinite(from)) return from;
    // Messages are JSON, which has no Infinity.
    if (from === Number.POSITIVE_INFINITY) return 'Infinity';
    if (typeof from !== 'object' || from === null || depth > 8 || left <= 0) return null;
    if (Array.isArray(from)) return from.slice(0, 500).map((inner) => copy(inner, depth + 1));
    return copyObject(from as Record<string, unknown>, depth);
  }

  function copyObject(from: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const key of Object.keys(from).slice(0, 500)) {
      if (forbidden.test(key)) continue;
      try {
        plain[key] = copy(from[key], depth + 1);
      } catch {
        plain[key] = null;
      }
    }
    return plain;
  }

  /** The latest responses whose address matches, as recorded by `content/received`. */
  function receivedAnswers(pattern: string, hosts: string): unknown {
    const kept: unknown = Reflect.get(globalThis, Symbol.for('matinee.received'));
    const [address, host] = [new RegExp(pattern, 'u'), new RegExp(hosts, 'u')];
    const parsed = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : body);
    return (Array.isArray(kept) ? (kept as ReceivedAnswer[]) : [])
      .filter(({ url }) => url.length <= 4_000 && host.test(url) && address.test(url))
      .slice(-3)
      .map(({ url, body }) => ({ url, body: copy(parsed(body), 0) }));
  }

  const found: Record<string, unknown> = {};
  for (const { key, steps, element, received, hosts = '' } of readers) {
    try {
      left = 5_000;
      if (received !== undefined) {
        found[key] = receivedAnswers(received, hosts);
        continue;
      }
      const start = element === undefined ? globalThis : findElement(element);
      const value = steps.reduce<unknown>(take, start);
      if (value !== undefined && typeof value !== 'function') found[key] = copy(value, 0);
    } catch {
      // A getter of the page threw, so there is no value.
    }
  }
  return found;
}

/**
 * The path of a page-world reader, such as
 * `netflix.appContext.state.player.getState().sessions[*].currentTime`. It consists of names, `["text"]`,
 * `[0]`, `[*]` (the first value) and getters without arguments; nothing else is ever called.
 */
type PageWorldPath = PageStep[];

type PageStep = Readonly<{ get: string }> | Readonly<{ call: string }> | Readonly<{ first: true }>;

const MAXIMUM_LENGTH = 300;

const MAXIMUM_STEPS = 20;

/** Undefined when the text is not such a path. */
export function parsePageWorldPath(text: string): PageWorldPath | undefined {
  if (text.length > MAXIMUM_LENGTH) return undefined;
  const steps: PageStep[] = [];
  const token = /(?:^|\.)([A-Za-z_$][\w$]*)(\(\))?|\[(?:(\d{1,4})|(\*)|"([^"\\]*)"|'([^'\\]*)')\]/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    const step = match === null || steps.length === MAXIMUM_STEPS ? undefined : toStep(match);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : steps;
}

function toStep([, name, call, index, all, double, single]: RegExpExecArray): PageStep | undefined {
  if (all !== undefined) return { first: true };
  const key = name ?? index ?? double ?? single;
  if (key === undefined || FORBIDDEN.has(key)) return undefined;
  if (call === undefined) return { get: key };
  return GETTER.test(key) ? { call: key } : undefined;
}

/** These names lead to the prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

const GETTER = /^(get|is|has)[A-Z]\w*$/;
