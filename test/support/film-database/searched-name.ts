/** A name as the search compares it. */
export interface SearchedName {
  readonly text: string;
  readonly words: readonly string[];
  /** The words without what separates them. */
  readonly joined: string;
  readonly isUnspaced: boolean;
}

/** Scripts that write no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ı: 'i',
  '&': ' and ',
};

export function toSearchedName(text: string): SearchedName {
  const words = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f]+/g, '')
    .toLowerCase()
    .replace(/[ßøæœłı&]/g, (sign) => spelledOut[sign] ?? sign)
    .replace(/['’‘`´]/g, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const joined = words.join('');
  return { text, words, joined, isUnspaced: unspaced.test(joined) };
}

/** 3: the same name; 2: the query is found in it; 1: the name is most of the query; 0: another name. */
export function compareNames(query: SearchedName, name: SearchedName): 0 | 1 | 2 | 3 {
  if (query.joined === name.joined) return 3;
  if (query.isUnspaced) return compareUnspaced(query.joined, name.joined);
  const last = query.words.at(-1);
  if (last === undefined || !name.words.some((word) => beginsWith(word, last))) return 0;
  return query.words.slice(0, -1).every((word) => name.words.includes(word)) ? 2 : 0;
}

function beginsWith(word: string, last: string): boolean {
  return word === last || (last.length >= 2 && word.startsWith(last));
}

function compareUnspaced(query: string, name: string): 0 | 1 | 2 {
  if (query.length >= 2 && name.includes(query)) return 2;
  const isMost = name.length >= 2 && query.startsWith(name) && name.length * 2 >= query.length;
  return isMost ? 1 : 0;
}
