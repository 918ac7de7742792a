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
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** XIV. Capitals only: "mix" and "civil" are words. */
export function readRoman(text: string): number | undefined {
  const match = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.exec(text.trim());
  if (match === null || match[0] === '') return undefined;
  return Array.from(match[0]).reduce((sum, letter, at, all) => {
    const value = roman[letter] ?? 0;
    return value < (roman[all[at + 1] ?? ''] ?? 0) ? sum - value : sum + value;
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

// Arabic, Persian, Devanagari, Bengali, Tamil, Telugu, Thai, full width.
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xc66, 0xe50, 0xff10];
const roman: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
