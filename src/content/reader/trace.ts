import type { Guard, Source, Transform } from '../../protocol/definition/definition';

/**
 * Receives every step of a reading, for authors of connectors. The workbench and the command line use
 * `collectTrace`. A content script has none, so the implementation is not in its bundle.
 */
export interface Trace {
  /** A source is about to be tried for a field: `item.seasonNumber`, `values.id`, `gate`, `player.ad` … */
  try(field: string, index: number, source: Source): SourceTrace;
}

export interface SourceTrace {
  raw(value: unknown): void;
  transformed(transform: Transform, value: unknown): void;
  guarded(guard: Guard, seen: unknown, passed: boolean): void;
  /** `read` is the value after the transforms, `value` what the source gave in the end. */
  done(read: unknown, passed: boolean, value: unknown): void;
}
