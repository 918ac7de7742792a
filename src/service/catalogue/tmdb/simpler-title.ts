import { plainTitle } from '../../../core/text/normalize-title';

const bracketsAtEnd = /\s*[([][^)\]]*[)\]]\s*$/u;
const edition = /\s+[-–—|:]\s+(?:director['’]s cut|extended|uncut|omdu|omu|ov|4k|hd|remastered)\b.*$/iu;
const separator = /\s*[:|]\s+|\s+[-–—]\s+|\s*[：｜〜～]\s*/u;
/** A shorter word finds too much, unless it is a number. */
const leastLetters = 4;
/** Most words of a title that are searched for. */
const WORD_LIMIT = 2;

/**
 * What to search for when a title finds nothing: without an edition in brackets, otherwise without its
 * subtitle. The film database forgives no word that a name does not have.
 */
export function simplerTitle(title: string): string | undefined {
  const plain = title.replace(edition, '').replace(bracketsAtEnd, '').trim();
  if (plain !== title.trim() && plain !== '') return plain;
  const main = title.split(separator)[0]?.trim();
  return main === title.trim() || main === '' ? undefined : main;
}

/**
 * The longest words of a title of several words. A work that is not known by the title may be known by a name
 * with one of them: "Io e Annie" is "Annie Hall".
 */
export function wordsToSearch(title: string): string[] {
  const words = [...new Set(plainTitle(title).split(' '))];
  return words
    .filter((word) => words.length > 1 && (word.length >= leastLetters || /^\p{N}{2,}$/u.test(word)))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORD_LIMIT);
}
