/** Numbers as people write them: digits of any script, roman and kanji numerals. Whole numbers of 0 or more. */
export type NumberStyle = 'digits' | 'roman' | 'kanji' | 'any';

export function readNumber(text: string, style: NumberStyle): number | undefined {
  return readers[style](text);
}

const readers: Readonly<Record<NumberStyle, (text: string) => number | undefined>> = {
  digits: readDigits,
  roman: readRoman,
  kanji: readKanji,
  any: (text) => readDigits(text) ?? readRoman(text) ?? readKanji(text),
};

/** Digits of other scripts (٣, ３, ๓ …) as 0–9; every character stays at its place. */
export function plainDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.charCodeAt(0);
    // The digits of a script stand in a row; from Devanagari to Sinhala it begins at …6, elsewhere at …0.
    const value = (code % 16) - (code > 0x900 && code < 0xe00 ? 6 : 0);
    return value < 10 && (code < 0x1900 || code > 0xff00) ? String(value) : digit;
  });
}

/** XIV. Capitals only: "mix" and "civil" are words. */
export function readRoman(text: string): number | undefined {
  const match = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.exec(text.trim());
  if (match === null || match[0] === '') return undefined;
  const ranks = Array.from(match[0], (letter) => 'IVXLCDM'.indexOf(letter));
  return ranks.reduce((sum, rank, at) => {
    const value = (rank % 2 === 0 ? 1 : 5) * 10 ** Math.floor(rank / 2);
    return rank < (ranks[at + 1] ?? 0) ? sum - value : sum + value;
  }, 0);
}

/** 二十三, 百五, 〇 and also 一二 read digit by digit. */
export function readKanji(text: string): number | undefined {
  const characters = Array.from(text.trim().replaceAll('零', '〇').replaceAll('两', '二'));
  if (characters.length === 0 || characters.length > 12) return undefined;
  let sum = 0;
  let pending = 0;
  for (const character of characters) {
    const digit = '〇一二三四五六七八九'.indexOf(character);
    const unit = '十百千'.indexOf(character);
    if (digit >= 0) pending = pending * 10 + digit;
    else if (unit < 0) return undefined;
    else {
      sum += (pending || 1) * 10 ** (unit + 1);
      pending = 0;
    }
  }
  return sum + pending;
}

/** The number when the text holds exactly one, as "Season 2" or "12."; "1/6" and "2nd 3" have none. */
function readDigits(text: string): number | undefined {
  const found = plainDigits(text).match(/^-?\d+|\d+/g);
  return found?.length === 1 && /^\d{1,9}$/.test(found[0]) ? Number(found[0]) : undefined;
}
