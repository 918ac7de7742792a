import type { PageStep } from './page-path';

/** What `runPageWorldReader` takes: data only. `element` is a selector, in which ` >> ` steps into an open shadow root. */
export interface PageWorldReader {
  readonly steps: readonly PageStep[];
  readonly element?: string;
}

export type PageWorldAnswer =
  { readonly value: unknown } | { readonly failed: 'no-element' | 'no-value' | 'threw' };

/**
 * Runs in the page's world, by `scripting.executeScript({ func, args: [reader], world: 'MAIN' })`. It names nothing
 * outside itself, since the browser takes its text there; it leaves nothing behind. It follows property names and calls
 * getters without arguments, then copies the answer as plain data: depth 8, 5,000 values, 2,000 characters per text.
 * Whatever the page's own objects do meanwhile, the caller treats the answer as hostile.
 */
export function runPageWorldReader(reader: PageWorldReader): PageWorldAnswer {
  try {
    let value: unknown = globalThis;
    if (reader.element !== undefined) {
      let scope: ParentNode | null = document;
      let element: Element | null = null;
      for (const part of reader.element.split(' >> ')) {
        element = scope?.querySelector(part) ?? null;
        scope = element?.shadowRoot ?? null;
      }
      if (element === null) return { failed: 'no-element' };
      value = element;
    }
    for (const step of reader.steps) {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
        return { failed: 'no-value' };
      const holder = value as Record<string, unknown>;
      if ('first' in step) value = Object.values(holder)[0];
      else if ('get' in step) {
        if (/^(__proto__|constructor|prototype)$/.test(step.get)) return { failed: 'no-value' };
        value = holder[step.get];
      } else {
        const getter = /^(get|is|has)[A-Z]\w*$/.test(step.call) ? holder[step.call] : undefined;
        if (typeof getter !== 'function') return { failed: 'no-value' };
        value = getter.call(holder);
      }
    }
    let left = 5_000;
    const copy = (from: unknown, depth: number): unknown => {
      left -= 1;
      if (typeof from === 'string') return from.slice(0, 2_000);
      if (typeof from === 'number') return Number.isFinite(from) ? from : from > 0 ? 'Infinity' : null;
      if (typeof from === 'boolean' || from === null) return from;
      if (typeof from !== 'object' || depth > 8 || left <= 0) return null;
      if (Array.isArray(from)) return from.slice(0, 500).map((inner) => copy(inner, depth + 1));
      const plain: Record<string, unknown> = {};
      for (const key of Object.keys(from).slice(0, 500)) {
        if (/^(__proto__|constructor|prototype)$/.test(key)) continue;
        try {
          plain[key] = copy((from as Record<string, unknown>)[key], depth + 1);
        } catch {
          plain[key] = null;
        }
      }
      return plain;
    };
    return value === undefined || typeof value === 'function'
      ? { failed: 'no-value' }
      : { value: copy(value, 0) };
  } catch {
    return { failed: 'threw' };
  }
}
