import { redactText } from '../../core/workbench/redact';
import { looksSecret } from '../../core/text/looks-secret';

const MOST_WORDS = 20;
const LONGEST_TEXT = 2_000;

/** Words that look like a mail address, a token or the number of an account; at most 20. */
export function personalWords(value: unknown): readonly string[] {
  const found = new Set<string>();
  for (const text of textsIn(value)) {
    for (const word of text.split(/[\s"'<>]+/)) {
      if (found.size === MOST_WORDS) return [...found];
      if (redactText(word) !== word.slice(0, LONGEST_TEXT) || isSecret(word)) found.add(word.slice(0, 80));
    }
  }
  return [...found];
}

/** Long words of a path or a selector have many parts and are no secret. */
function isSecret(word: string): boolean {
  return /^[\w-]+$/.test(word) && looksSecret(word);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
