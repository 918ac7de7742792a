/** Each reading has the whole time for its expressions and selectors again. */
export function beginReading(): void {
  times.clear();
  spent = 0;
}

/** Milliseconds that the expressions and selectors of this reading took, together and each. */
let spent = 0;
const times = new Map<string, number>();
const MOST_TIME = 250;

/** What took most of a reading whose time was up: once, and twice. */
const late = new Set<string>();
const refused = new Set<string>();

/**
 * Once the expressions and selectors of a reading have taken 250 ms together, it runs no more of them. The
 * one that took most is not run again in this page when that has happened twice: its fields read nothing, and
 * the reports state them as missing. Once can be the computer, which was asleep or busy. The checker accepts
 * no expression that takes 20 ms on a fast computer, but a reading can run one on many texts.
 */
export function withinBudget<Result>(key: string, use: () => Result): Result | undefined {
  if (spent > MOST_TIME || refused.has(key)) return undefined;
  const start = performance.now();
  const result = use();
  const taken = performance.now() - start;
  spent += taken;
  times.set(key, (times.get(key) ?? 0) + taken);
  if (spent > MOST_TIME) blame();
  return result;
}

function blame(): void {
  const [slowest] = [...times].reduce((most, one) => (one[1] > most[1] ? one : most));
  if (late.has(slowest)) refused.add(slowest);
  late.add(slowest);
}
