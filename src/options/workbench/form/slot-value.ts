import type { Slot } from './source-shapes';

type SlotType = Slot['type'];

/** What a field shows for a value of a definition; empty for a value of another type. */
export function showSlot(type: SlotType, value: unknown): string {
  if (value === undefined) return '';
  if (type === 'json') return JSON.stringify(value);
  if (type === 'list') return Array.isArray(value) ? value.join(', ') : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export type ReadSlot = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false }>;

/** The value for what was typed; `undefined` for nothing, so that the slot is left out of the definition. */
export function readSlot(type: SlotType, typed: string): ReadSlot {
  return typed === '' ? { ok: true, value: undefined } : READERS[type](typed);
}

const READERS: Readonly<Record<SlotType, (typed: string) => ReadSlot>> = {
  text: readText,
  flag: readText,
  choice: readText,
  number: (typed) => (Number.isFinite(Number(typed)) ? { ok: true, value: Number(typed) } : { ok: false }),
  list: (typed) => {
    const parts = typed.split(',').map((part) => part.trim());
    return { ok: true, value: parts.filter((part) => part !== '') };
  },
  json: readJson,
};

function readText(typed: string): ReadSlot {
  return { ok: true, value: typed };
}

function readJson(typed: string): ReadSlot {
  try {
    return { ok: true, value: JSON.parse(typed) as unknown };
  } catch {
    return { ok: false };
  }
}
