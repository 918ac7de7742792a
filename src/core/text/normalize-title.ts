/**
 * A title as two sites would agree on it: case, diacritics, punctuation, leading articles and the way a number is
 * written do not count. Marks that carry meaning (vowels of Indic scripts and Thai, the voicing of kana) are kept.
 */
export function plainTitle(title: string): string {
  const words = title
    .slice(0, 500)
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('&', ' and ')
    .replace(/['’`]/g, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const rest = words.length > 1 && articles.test(words[0] ?? '') ? words.slice(1) : words;
  return rest.map((word, index) => (index > 0 ? (romans[word] ?? word) : word)).join(' ');
}

/** Accents of Latin, Greek and Cyrillic; the vowel points of Arabic and Hebrew, which most texts leave out. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+/gu;

const articles =
  /^(?:the|a|an|der|die|das|ein|eine|le|la|les|l|un|une|el|los|las|lo|il|gli|i|uno|una|o|os|as|um|uma|de|het|een)$/;

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
