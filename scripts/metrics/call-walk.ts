import type { SourceModule } from './source-modules';
import { readFunctions, type FunctionNode } from './read-functions';

/** A function of another file that the start calls, directly or indirectly. */
interface Stop {
  readonly path: string;
  readonly name: string;
  /** Number of calls from the start to this function. */
  readonly depth: number;
}

export interface CallWalk {
  /** The called functions of other files, each once, depth first. */
  readonly stops: readonly Stop[];
  /** The visited files, including the first. */
  readonly files: readonly string[];
}

/**
 * Follows direct calls of named functions, starting at one function:
 * - a call within a file is followed and not counted;
 * - a function of another file is one stop, however often it is called;
 * - a function outside of the folder `within` is a stop, but its own calls are not followed;
 * - methods, callbacks and browser functions are not followed.
 */
export function walkCalls(
  root: string,
  modules: readonly SourceModule[],
  start: { readonly path: string; readonly name: string },
  { within = '' }: { readonly within?: string } = {},
): CallWalk {
  const read = new Map<string, ReadonlyMap<string, FunctionNode>>();
  const known = new Set(modules.map(({ path }) => path));
  const functionsOf = (path: string) => {
    const found = read.get(path) ?? readFunctions(root, path);
    read.set(path, found);
    return found;
  };
  const seen = new Set<string>();
  const stops: Stop[] = [];

  const visit = (path: string, name: string, depth: number): void => {
    if (seen.has(`${path}#${name}`)) return;
    seen.add(`${path}#${name}`);
    for (const call of functionsOf(path).get(name)?.calls ?? []) {
      const target = call.path ?? path;
      if (!known.has(target) || !functionsOf(target).has(call.name)) continue;
      if (target !== path) {
        if (!seen.has(`${target}#${call.name}`))
          stops.push({ path: target, name: call.name, depth: depth + 1 });
      }
      if (target.startsWith(within)) visit(target, call.name, depth + 1);
      else seen.add(`${target}#${call.name}`);
    }
  };
  visit(start.path, start.name, 0);
  return { stops, files: [...new Set([start.path, ...stops.map(({ path }) => path)])] };
}
