/** Random numbers of one seed: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 up to, and without, 1. */
  readonly next: () => number;
  /** A whole number; both bounds included. */
  readonly whole: (from: number, to: number) => number;
  readonly between: (from: number, to: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + next() * (to - from);
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    chance: (share) => next() < share,
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  };
}
