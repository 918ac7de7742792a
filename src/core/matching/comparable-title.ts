import { plainTitle } from '../text/normalize-title';
import { titleWords } from './title-words';

/**
 * A normalised title in which part numbers are written in one way: Part I, Part One, Teil 1, 1ª parte and
 * Vol. 1 become the number alone, so "Rocky III" equals "Rocky 3". Letters that differ only by a mark that
 * one language omits are equal too: Turkish ı, Vietnamese đ.
 */
export function comparableTitle(title: string): string {
  // "8½" is "8 1/2".
  const plain = plainTitle(title.replaceAll(/(?<=\d)[½⅓¼¾]/g, ' $&')).replaceAll(/[ıđð]/g, (letter) =>
    letter === 'ı' ? 'i' : 'd',
  );
  made ??= makePatterns();
  const { numbers, numberLast, numberFirst, cjkPart } = made;
  const numeral = (stated: string) => numbers[stated] ?? stated;
  return plain
    .replaceAll(numberLast, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(numberFirst, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(cjkPart, (_, number: string) => ` ${numeral(number)}`)
    .trim();
}

/**
 * "wicked" for "wicked 1": the first part is often known without its number. `undefined` if no part is named.
 */
export function withoutFirstPart(title: string): string | undefined {
  const plain = plainTitle(title);
  const comparable = comparableTitle(title);
  return plain !== comparable && comparable.endsWith(' 1') ? comparable.slice(0, -2) : undefined;
}

/** Created on first use: the words may still have to be read from a file. */
let made: ReturnType<typeof makePatterns> | undefined;

function makePatterns() {
  const numbers: Readonly<Record<string, string>> = Object.fromEntries(
    titleWords.numbers.flatMap((line) => line.split(' ').map((word, index) => [word, `${index + 1}`])),
  );
  const number = `\\d{1,2}|${Object.keys(numbers).join('|')}`;
  return {
    numbers,
    cjkPart: new RegExp(titleWords.cjkPart, 'gu'),
    numberLast: new RegExp(`(^| )(?:${titleWords.part}) (${number})(?= |$)`, 'gu'),
    numberFirst: new RegExp(`(^| )(${number})${titleWords.ordinal} (?:${titleWords.part})(?= |$)`, 'gu'),
  };
}
