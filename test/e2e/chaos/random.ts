/** Pseudo-random numbers (mulberry32): the same seed gives the same sequence. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  readonly next: () => number;
  /** A number in the range, with a fraction. */
  readonly between: (least: number, most: number) => number;
  /** A whole number, both ends included. */
  readonly whole: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** By weight: `[['often', 5], ['seldom', 1]]`. */
  readonly weighted: <T>(choices: readonly [readonly [T, number], ...(readonly [T, number])[]]) => T;
}

/** `stream` separates sequences of one seed, so that one more number in one does not change another. */
export function createRandom(seed: number, stream: string): Random {
  let state = seed >>> 0;
  for (const letter of stream) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return choices[0][0];
    },
  };
}
