import { findSeasons } from './label-marks';
import { lazyPattern } from './label-pattern';
import { plainDigits, readNumber } from './numerals';
import { seasonWords as words } from './season-words';
import { withDigits } from './spelled-numbers';

/** The parts of a title that names a series and one of its seasons. */
export type TitleSeason = Readonly<{
  /** The title without the season. */
  name: string;
  season: number;
  /** The title also names a part of the season; its episodes may continue the count or start again. */
  isPart: boolean;
}>;

/**
 * The seasons that a title can state, the most certain first: "Mob Psycho 100 II", "… Staffel 2", "… 2nd
 * Season", "… 第二季", "無職転生Ⅱ ～…～". Only the series' names can confirm that the rest is one of them. For the
 * service, which must search for a series before it knows its names.
 */
export function titleSeasons(title: string): TitleSeason[] {
  const plain = plainDigits(title.slice(0, LONGEST).normalize('NFKC')).trim();
  const text = withDigits(plain)?.text ?? plain;
  const part = partAtEnd(text)[0];
  const whole = part === undefined ? text : text.slice(0, part.index);
  const found = [...findSeasons(whole), ...shortSeasons(whole).flatMap(toSeason)];
  return found.flatMap(({ season = 0, start, end }) => {
    const name = nameAround(whole.slice(0, start), whole.slice(end));
    return season < 1 || name === '' ? [] : [{ name, season, isPart: part !== undefined }];
  });
}

const LONGEST = 500;

/** "Part 2", "第2クール", "2nd Cour" after a name. */
const partAtEnd = lazyPattern(() => {
  const division = `${words.divisions}|${words.halves}`;
  return (
    String.raw`[\s:(-]*(?:(?:${division})[\s.]{0,2}(?:\d|[IVX]{1,3}|one|two)|\d(?:st|nd|rd|th)\s` +
    String.raw`(?:${division})|第\d(?:${words.halves})|(?<=[^\p{L}]|[\p{sc=Hani}])[前後后]半?[編篇编])\)?$`
  );
});

/** S2, 2기, ТВ-2, a roman numeral or one digit at the end of the name or before its subtitle. */
const shortSeasons = lazyPattern(
  () =>
    String.raw`(?:(?<=\s)(?:S0?(?<s>\d{1,2})|(?<gi>\d)기|(?:ТВ|TV)-?(?<tv>[2-9]))|` +
    String.raw`(?<=\s|${unspaced})(?<roman>II|III|IV|V|VI|VII)|` +
    String.raw`(?<=\s|${unspaced})(?<digit>[2-9]))(?=$|\s?[～~:(–-]|\s[^\d\s])`,
);
const unspaced = String.raw`[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー!?]`;

function toSeason({ index, 0: found, groups = {} }: RegExpExecArray) {
  const stated = ['s', 'gi', 'tv', 'digit'].map((name) => groups[name]).find(Boolean) ?? found;
  // In lower case they are words: "mix", "vi".
  const isNumeral = groups['roman'] === undefined || found === found.toUpperCase();
  const season = readNumber(stated, 'any');
  return season === undefined || !isNumeral ? [] : [{ season, start: index, end: index + found.length }];
}

function nameAround(before: string, after: string): string {
  const start = before.replace(/(?<![\s,;:·|/([{「『【–-])[\s,;:·|/([{「『【–-]+$/u, '');
  const rest = after.replace(/^[\s,;·|/)\]}」』】]+/u, '').trim();
  return start === '' ? '' : `${start} ${rest}`.trim();
}
