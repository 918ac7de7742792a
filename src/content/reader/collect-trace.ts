import type { Guard, Source, Transform } from '../../protocol/definition/definition';
import { isSomething } from './clean-text';
import type { SourceTrace, Trace } from './context';

/** One source that was tried for one field. Values are shortened texts, for display. */
export type TraceEntry = Readonly<{
  field: string;
  index: number;
  source: Source;
  outcome: 'hit' | 'miss' | 'refused' | 'remembered';
  raw?: string;
  transforms: Readonly<{ transform: Transform; value?: string }>[];
  guards: Readonly<{ guard: Guard; seen?: string; passed: boolean }>[];
  value?: string;
}>;

/** A trace that collects its steps in `entries`, in the order in which the sources finished. */
export function collectTrace(): Trace & Readonly<{ entries: TraceEntry[] }> {
  const entries: TraceEntry[] = [];
  return {
    entries,
    try(field, index, source) {
      // A field that is read again replaces its earlier entries.
      const others = entries.filter((entry) => entry.field !== field || entry.index < index);
      entries.splice(0, entries.length, ...others);
      return traceSource(field, index, source, (entry) => entries.push(entry));
    },
  };
}

function traceSource(
  field: string,
  index: number,
  source: Source,
  finish: (entry: TraceEntry) => void,
): SourceTrace {
  const transforms: TraceEntry['transforms'][number][] = [];
  const guards: TraceEntry['guards'][number][] = [];
  let raw: { raw?: string } = {};
  return {
    raw: (value) => (raw = shown('raw', value)),
    transformed: (transform, value) => transforms.push({ transform, ...shown('value', value) }),
    guarded: (guard, seen, passed) => guards.push({ guard, ...shown('seen', seen), passed }),
    done(read, passed, value) {
      const outcome = outcomeOf(read, passed, value);
      finish({ field, index, source, outcome, transforms, guards, ...raw, ...shown('value', value) });
    },
  };
}

function outcomeOf(read: unknown, passed: boolean, value: unknown): TraceEntry['outcome'] {
  if (passed) return 'hit';
  if (value !== undefined) return 'remembered';
  return isSomething(read) ? 'refused' : 'miss';
}

function shown<K extends string>(key: K, value: unknown): { [name in K]?: string } {
  if (value === undefined) return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { [key]: text.length > 200 ? `${text.slice(0, 199)}…` : text } as { [name in K]: string };
}
