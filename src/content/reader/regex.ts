import { attempt } from './attempt';
import { withinBudget } from './budget';

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
