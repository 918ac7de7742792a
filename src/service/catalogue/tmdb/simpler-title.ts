const bracketsAtEnd = /\s*[([][^)\]]*[)\]]\s*$/u;
const edition = /\s+[-–—|:]\s+(?:director['’]s cut|extended|uncut|omdu|omu|ov|4k|hd|remastered)\b.*$/iu;
const separator = /\s*[:|]\s+|\s+[-–—]\s+|\s*[：｜〜～]\s*/u;
/** A shorter part of a title finds too much. */
const leastLetters = 3;

/**
 * What to search for when a title finds nothing: without an edition in brackets, otherwise without its
 * subtitle. The film database forgives no word that a name does not have.
 */
export function simplerTitle(title: string): string | undefined {
  const plain = title.replace(edition, '').replace(bracketsAtEnd, '').trim();
  if (plain !== title.trim() && isLongEnough(plain)) return plain;
  const [main = ''] = title.split(separator);
  return main.trim() !== title.trim() && isLongEnough(main) ? main.trim() : undefined;
}

function isLongEnough(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= leastLetters;
}
