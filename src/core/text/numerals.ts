/** How a number is written. */
export type NumberStyle = 'digits' | 'roman' | 'kanji' | 'any';

/**
 * The whole number of 0 or more that a text states in this style; `undefined` when it states none, or
 * several.
 */
export function readNumber(text: string, style: NumberStyle): number | undefined {
  return readers[style](text);
}

const readers: Readonly<Record<NumberStyle, (text: string) => number | undefined>> = {
  digits: readDigits,
  roman: readRoman,
  kanji: readKanji,
  any: (text) => readDigits(text) ?? readRoman(text) ?? readKanji(text),
};

/** The text with digits of other scripts (٣, ３, ๓ …) as 0–9; every character keeps its index. */
export function plainDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.charCodeAt(0);
    // Digits of a script are consecutive. From Devanagari to Sinhala they begin at a code ending in 6,
    // elsewhere in 0.
    const value = (code % 16) - (code > 0x900 && code < 0xe00 ? 6 : 0);
    return value < 10 && (code < 0x1900 || code > 0xff00) ? String(value) : digit;
  });
}

/** Roman numerals such as XIV, in capitals only: "mix" and "civil" are words. */
function readRoman(text: string): number | undefined {
  const match = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.exec(text.trim());
  if (!match?.[0]) return undefined;
  const ranks = Array.from(match[0], (letter) => 'IVXLCDM'.indexOf(letter));
  return ranks.reduce((sum, rank, at) => {
    const value = (1 + 4 * (rank % 2)) * 10 ** (rank >> 1);
    return rank < (ranks[at + 1] ?? 0) ? sum - value : sum + value;
  }, 0);
}

/** Reads kanji numerals such as 二十三, 百五 and 〇; 一二 is read digit by digit as 12. */
function readKanji(text: string): number | undefined {
  const characters = Array.from(text.trim());
  if (characters.length === 0 || characters.length > 12) return undefined;
  let sum = 0;
  let pending = 0;
  for (const character of characters) {
    // 零 is another 〇, 两 another 二.
    const digit = '〇一二三四五六七八九零一两'.indexOf(character) % 10;
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

/**
 * The number of a text that contains exactly one, such as "Season 2" or "12."; `undefined` for "1/6" and "2nd
 * 3".
 */
export function readDigits(text: string): number | undefined {
  const found = plainDigits(text).match(/^-?\d+|\d+/g);
  return found?.length === 1 && /^\d{1,9}$/.test(found[0]) ? Number(found[0]) : undefined;
}
