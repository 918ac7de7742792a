const compiled = new Map<string, RegExp | undefined>();

/** Matches a definition's expression against at most 1,000 characters; an invalid one matches nothing. */
export function runRegex(pattern: string, text: string, flags: 'u' | 'iu' = 'iu'): RegExpExecArray | null {
  return run(pattern, flags, (regex) => regex.exec(text.slice(0, 1_000))) ?? null;
}

/** Replaces all matches in at most 1,000 characters; an invalid expression replaces nothing. */
export function replaceRegex(pattern: string, text: string, replacement: string): string {
  return run(pattern, 'giu', (regex) => text.slice(0, 1_000).replace(regex, replacement)) ?? text;
}

function run<Result>(pattern: string, flags: string, use: (regex: RegExp) => Result): Result | undefined {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key))
    compiled.set(
      key,
      attempt(() => new RegExp(pattern, flags)),
    );
  const regex = compiled.get(key);
  return regex && withinBudget(key, () => use(regex));
}

/** The result of `run`; undefined if it throws. For browser functions that throw on invalid input. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Percent-decoded text; the text itself if its encoding is invalid. */
export function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}

/** The time that the expressions and selectors of a page took, in milliseconds. */
interface ReadingTimes {
  /** Time of this reading, in total and for each expression or selector. */
  spent: number;
  each: Map<string, number>;
  /** The slowest expression or selector of each reading that ran out of time. */
  readonly late: string[];
}

/** Each script of a frame contains this module, but one reading goes through all of them. */
const key = Symbol.for('matinee.times');

const times: ReadingTimes = ((globalThis as { [key]?: ReadingTimes })[key] ??= {
  spent: 0,
  each: new Map(),
  late: [],
});

const MOST_TIME = 250;

/** Each reading starts with the full time for its expressions and selectors. */
export function beginReading(): void {
  times.spent = 0;
  times.each.clear();
}

/**
 * A reading runs no more expressions and selectors once they have taken 250 ms in total. The slowest one is
 * disabled in this page when this has happened twice: its fields read nothing, and reports state them as
 * missing. A single time may be the computer's fault, asleep or busy. The checker accepts no expression that
 * takes 20 ms on a fast computer, but a reading can run one on many texts.
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
