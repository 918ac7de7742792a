import { attempt } from './attempt';

const compiled = new Map<string, RegExp | undefined>();

/** Runs a definition's expression on at most 1,000 characters; one that does not compile matches nothing. */
export function runRegex(pattern: string, text: string, flags: 'u' | 'iu' = 'iu'): RegExpExecArray | null {
  return expression(pattern, flags)?.exec(text.slice(0, 1_000)) ?? null;
}

export function replaceRegex(pattern: string, text: string, replacement: string): string {
  const found = expression(pattern, 'giu');
  return found === undefined ? text : text.slice(0, 1_000).replace(found, replacement);
}

function expression(pattern: string, flags: string): RegExp | undefined {
  const key = `${flags}/${pattern}`;
  if (!compiled.has(key))
    compiled.set(
      key,
      attempt(() => new RegExp(pattern, flags)),
    );
  return compiled.get(key);
}
