import type { readGeneric } from './generic/read-generic';

/** What the extension's scripts share in one frame. */
export interface FrameScope {
  /** Ends the page monitor. */
  end?: () => void;
  /** Set by `generic/main.ts`, which is injected on demand. */
  readGeneric?: typeof readGeneric | undefined;
}

/** A symbol, since under a name the browser would also return an element of the page with that id. */
export function frameScope(): FrameScope {
  const scope: { [key]?: FrameScope } = globalThis as never;
  return (scope[key] ??= {});
}

const key = Symbol.for('matinee');
