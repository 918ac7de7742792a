import type { Guard, Source, Transform } from '../../protocol/definition';

/**
 * Is told every step of a reading, for people who make a connector: the workbench and the command line pass one
 * (`collectTrace`). A content script has none, so all that belongs to it stays out of its bundle.
 */
export interface Trace {
  /** A source is about to be tried for a field: `item.seasonNumber`, `values.id`, `gate`, `player.ad` … */
  try(field: string, index: number, source: Source): SourceTrace;
}

export interface SourceTrace {
  raw(value: unknown): void;
  transformed(transform: Transform, value: unknown): void;
  guarded(guard: Guard, seen: unknown, passed: boolean): void;
  /** `read` is what stood there, `value` what the source gave in the end. */
  done(read: unknown, passed: boolean, value: unknown): void;
}
