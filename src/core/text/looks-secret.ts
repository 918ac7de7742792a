/**
 * Whether a text that was read as a title looks like a secret: a token, a session id, a stored JSON value. No
 * title has a word of 20 characters that mixes letters and digits throughout. File names and addresses mix
 * them only in short parts.
 */
export function looksSecret(text: string): boolean {
  if (/^\s*[[{]\s*["[{]/.test(text)) return true;
  return text.split(/\s/).some((word) => {
    if (word.length < LEAST_LENGTH || /[^!-~]/.test(word)) return false;
    const mixed = word.split(/[^A-Za-z0-9]+/).filter((part) => /\d/.test(part) && /[A-Za-z]/.test(part));
    return mixed.join('').length >= LEAST_LENGTH - 4 || /^\d+$/.test(word);
  });
}

const LEAST_LENGTH = 20;
