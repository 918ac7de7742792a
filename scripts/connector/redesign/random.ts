import { hash } from '../../../src/core/values/hash';

/** A repeatable sequence of random numbers. */
export interface Random {
  /** From 0 to 1, without 1. */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
}

/** The same key gives the same sequence on every machine (the generator is mulberry32). */
export function createRandom(key: string): Random {
  let state = hash(key) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
