import type { readGeneric } from './generic/read-generic';

/** What our scripts know of each other in one frame. */
export interface FrameScope {
  /** Ends the script that watches. */
  end?: () => void;
  /** Brought by `generic/main.ts`, when it was asked for. */
  readGeneric?: typeof readGeneric | undefined;
}

/** Under a symbol, for by a name the browser would also find an element of the page with this id. */
export function frameScope(): FrameScope {
  const scope: { [key]?: FrameScope } = globalThis as never;
  return (scope[key] ??= {});
}

const key = Symbol.for('matinee');
