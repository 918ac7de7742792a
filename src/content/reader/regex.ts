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

/**
 * An expression that takes longer than 250 ms is not run again in this page: its fields read nothing, and the
 * reports state them as missing. The checker accepts none that takes 20 ms on a fast computer.
 */
function run<Result>(pattern: string, flags: string, use: (regex: RegExp) => Result): Result | undefined {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key))
    compiled.set(
      key,
      attempt(() => new RegExp(pattern, flags)),
    );
  const regex = compiled.get(key);
  const start = performance.now();
  const result = regex && use(regex);
  if (performance.now() - start > 250) compiled.set(key, undefined);
  return result;
}
