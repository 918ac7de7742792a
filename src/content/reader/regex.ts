import { attempt } from './attempt';

const compiled = new Map<string, RegExp | undefined>();

/** Matches a definition's expression against at most 1,000 characters; an invalid one matches nothing. */
export function runRegex(pattern: string, text: string, flags: 'u' | 'iu' = 'iu'): RegExpExecArray | null {
  return run(pattern, flags, (regex) => regex.exec(text.slice(0, 1_000))) ?? null;
}

/** Replaces all matches in at most 1,000 characters; an invalid expression replaces nothing. */
export function replaceRegex(pattern: string, text: string, replacement: string): string {
  return run(pattern, 'giu', (regex) => text.slice(0, 1_000).replace(regex, replacement)) ?? text;
}

/** Each reading has the whole time for its expressions again. */
export function beginReading(): void {
  spent = 0;
}

/** Milliseconds that the expressions of this reading took. */
let spent = 0;
const MOST_TIME = 250;

/** Expressions that ran when the time of a reading was up. */
const late = new Set<string>();

/**
 * Once the expressions of a reading have taken 250 ms, it runs no more of them. The one that ran then is not
 * run again in this page when that has happened twice: its fields read nothing, and the reports state them as
 * missing. Once can be the computer, which was asleep or busy. The checker accepts none that takes 20 ms on a
 * fast computer, but a reading can run one on many texts.
 */
function run<Result>(pattern: string, flags: string, use: (regex: RegExp) => Result): Result | undefined {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key))
    compiled.set(
      key,
      attempt(() => new RegExp(pattern, flags)),
    );
  const regex = compiled.get(key);
  if (regex === undefined || spent > MOST_TIME) return undefined;
  const start = performance.now();
  const result = use(regex);
  spent += performance.now() - start;
  if (spent <= MOST_TIME) return result;
  if (late.has(key)) compiled.set(key, undefined);
  late.add(key);
  return result;
}
