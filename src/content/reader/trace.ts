import type { Guard, Source, Transform } from '../../protocol/definition/definition';

/**
 * Receives every step of a reading, for authors of connectors. The workbench and the command line use
 * `collectTrace`. The content script has no trace, so the implementation is not in its bundle.
 */
export interface Trace {
  /** Called before a source is tried for a field: `item.seasonNumber`, `values.id`, `gate`, `player.ad` … */
  try(field: string, index: number, source: Source): SourceTrace;
}

export interface SourceTrace {
  raw(value: unknown): void;
  transformed(transform: Transform, value: unknown): void;
  guarded(guard: Guard, seen: unknown, passed: boolean): void;
  /** `read` is the value after the transforms, `value` the final value of the source. */
  done(read: unknown, passed: boolean, value: unknown): void;
}
