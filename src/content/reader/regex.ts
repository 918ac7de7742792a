import { attempt } from './attempt';

const compiled = new Map<string, RegExp | undefined>();

/** Matches a definition's expression against at most 1,000 characters; an invalid one matches nothing. */
export function runRegex(pattern: string, text: string, flags: 'u' | 'iu' = 'iu'): RegExpExecArray | null {
  return compile(pattern, flags)?.exec(text.slice(0, 1_000)) ?? null;
}

/** Replaces all matches in at most 1,000 characters; an invalid expression replaces nothing. */
export function replaceRegex(pattern: string, text: string, replacement: string): string {
  const regex = compile(pattern, 'giu');
  return regex ? text.slice(0, 1_000).replace(regex, replacement) : text;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key)) {
    const regex = attempt(() => new RegExp(pattern, flags));
    compiled.set(key, regex);
  }
  return compiled.get(key);
}
