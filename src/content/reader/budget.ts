/** What the expressions and selectors of a page took, in milliseconds. */
interface ReadingTimes {
  /** Of this reading, together and each. */
  spent: number;
  each: Map<string, number>;
  /** What took most of a reading whose time was up, once for each such reading. */
  readonly late: string[];
}

/** The scripts of a frame each have this module, and one reading goes through all of them. */
const key = Symbol.for('matinee.times');
const times: ReadingTimes = ((globalThis as { [key]?: ReadingTimes })[key] ??= {
  spent: 0,
  each: new Map(),
  late: [],
});
const MOST_TIME = 250;

/** Each reading has the whole time for its expressions and selectors again. */
export function beginReading(): void {
  times.spent = 0;
  times.each.clear();
}

/**
 * Once the expressions and selectors of a reading have taken 250 ms together, it runs no more of them. The
 * one that took most is not run again in this page when that has happened twice: its fields read nothing, and
 * the reports state them as missing. Once can be the computer, which was asleep or busy. The checker accepts
 * no expression that takes 20 ms on a fast computer, but a reading can run one on many texts.
 */
export function withinBudget<Result>(name: string, use: () => Result): Result | undefined {
  const { each, late } = times;
  if (times.spent > MOST_TIME || late.indexOf(name) !== late.lastIndexOf(name)) return undefined;
  const start = performance.now();
  const result = use();
  const taken = performance.now() - start;
  times.spent += taken;
  each.set(name, (each.get(name) ?? 0) + taken);
  if (times.spent > MOST_TIME) late.push([...each].reduce((most, one) => (one[1] > most[1] ? one : most))[0]);
  return result;
}
