import type { Guard, Source, Transform } from '../../protocol/definition';

/** One source that was tried for one field. Values are shortened texts for people. */
export interface TraceEntry {
  /** `item.seasonNumber`, `values.id`, `gate`, `player.ad` … */
  readonly field: string;
  readonly index: number;
  readonly source: Source;
  readonly outcome: 'hit' | 'miss' | 'refused' | 'remembered';
  readonly raw?: string;
  readonly transforms: readonly { readonly transform: Transform; readonly value?: string }[];
  readonly guards: readonly { readonly guard: Guard; readonly seen?: string; readonly passed: boolean }[];
  readonly value?: string;
}

/** A value as a trace shows it. */
export function showValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
