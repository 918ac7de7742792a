import { threadTime } from '../../support/thread-time';
import { units } from './units';

/** Characters of the largest body that is taken without a key. */
export const LARGEST = 256 * 1024;

/** What stands behind the repetition: the engine learns only there that the text does not match. */
const END = '\u0001';

/** Sizes, and the milliseconds that one may take: what grows with the square of the text takes 100 times that. */
const SIZES = [
  [16 * 1024, 40],
  [LARGEST, 400],
] as const;

/** Repetitions of the units, of these characters. */
export const grow = (unit: string, size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)));

/** Why one of the texts takes longer than it may; `undefined` where none does. */
export function growth(run: (text: string) => unknown, own: readonly string[] = []): string | undefined {
  for (const unit of [...units, ...own])
    for (const [size, most] of SIZES) {
      const ms = timeOf(run, grow(unit, size) + END, most);
      if (ms > most) return `${JSON.stringify(unit)}, ${String(size)} characters: ${ms.toFixed(0)} ms`;
    }
  return undefined;
}

/** Milliseconds of a processor, the least of three. */
function timeOf(run: (text: string) => unknown, text: string, most: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least > most; times += 1) {
    const start = threadTime();
    run(text);
    least = Math.min(least, threadTime() - start);
  }
  return least;
}
