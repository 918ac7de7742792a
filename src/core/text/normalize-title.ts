/**
 * A title in a form that is the same on every site: without case, diacritics, punctuation, leading articles
 * and the style of numbers. Marks that carry meaning (vowels of Indic scripts and Thai, the voicing of kana)
 * are kept. At most 500 characters are read.
 */
export function plainTitle(title: string): string {
  const words = withoutMarks(title.slice(0, maxLength).normalize('NFKD'))
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const rest = words.length > 1 && articles.test(words[0] ?? '') ? words.slice(1) : words;
  return rest.map((word, index) => (index > 0 ? arabicNumeral(word) : word)).join(' ');
}

function withoutMarks(decomposed: string): string {
  return decomposed
    .replace(optionalMarks, '')
    .toLowerCase()
    .replace(/[ßæœøł&]/g, (sign) => spelledOut[sign] ?? sign)
    .replace(/['’`]/g, '');
}

const maxLength = 500;

/**
 * Accents of Latin, Greek and Cyrillic; the vowel points of Arabic and Hebrew, which most texts leave out.
 */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+/gu;

/** Letters without a decomposition in Unicode. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  '&': ' and ',
};

/** A pattern and not a `Set`: a bundler would keep the set even where it is unused (content.js). */
const articles =
  /^(?:the|an?|der|die|das|eine?|les?|la|l|une?|el|los?|las|il|gli|i|uno|una|os?|as|uma?|de|het|een)$/;

const romans: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
};

/** Only own properties count: "constructor" is a property of every object. */
function arabicNumeral(word: string): string {
  return (Object.hasOwn(romans, word) ? romans[word] : undefined) ?? word;
}
