import { lazily } from './label-pattern';
import {
  languagesWith,
  partOf,
  plainWord,
  sumOf,
  type LanguageNumbers,
  type Side,
  type SpelledPart,
} from './number-words';
import { seasonWords as words } from './season-words';

/** A text in which the numbers of seasons and episodes are digits. */
export type Respelled = Readonly<{
  text: string;
  /** Maps an index of this text to one of the original text. */
  at: (index: number) => number;
}>;

/**
 * "Twenty-Second Season" as "22. Season", "الحلقة الخامسة والعشرون" as "الحلقة 25". `undefined` if the words
 * beside a season or an episode are several numbers, or one that the table cannot combine.
 */
export function withDigits(text: string): Respelled | undefined {
  const tokens = tokensOf(text);
  const thatAre = (kind: keyof ReturnType<typeof labelKinds>) =>
    [...tokens.keys()].filter((at) => labelKinds()[kind].test(tokens[at]?.word ?? ''));
  const [seasons, episodes] = [thatAre('season'), thatAre('episode')];
  const hasSeason = seasons.length > 0 || /(?<![\p{L}\d])[st]\d{1,2}(?!\d)/iu.test(text);
  const labels = [...seasons, ...episodes].toSorted((a, b) => a - b);
  const parts = labels.length === 0 ? [] : thatAre('part');
  const numbers: SpelledNumber[] = [];
  for (const at of [...labels, ...parts]) {
    const found = (['ahead', 'behind'] as const)
      .flatMap((side) =>
        languagesWith(side, hasSeason || parts.includes(at)).flatMap(
          (one) => reading(one, tokens, at, side) ?? [],
        ),
      )
      .filter(({ start, end }) => numbers.every((one) => end <= one.start || start >= one.end));
    const [best] = found.toSorted(surestFirst);
    if (best?.number === 'unclear') return undefined;
    if (best !== undefined) numbers.push(best);
  }
  return respell(text, numbers);
}

const labelKinds = lazily(() => ({
  season: whole(words.season),
  episode: whole(words.episode),
  part: whole(`${words.part}|${words.divisions}|${words.halves}|book`),
}));

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'iu');
}

type Token = Readonly<{
  word: string;
  plain: string;
  start: number;
  end: number;
  /** The text between the previous word and this one. */
  gap: string;
}>;

type SpelledNumber = Readonly<{
  number: number | 'unclear';
  side: Side;
  start: number;
  end: number;
}>;

/** Another language may recognise only a part of the words, as French does in "Twenty-Second". */
const surestFirst = (a: SpelledNumber, b: SpelledNumber) =>
  a.side.localeCompare(b.side) ||
  b.end - b.start - (a.end - a.start) ||
  Number(a.number !== 'unclear') - Number(b.number !== 'unclear');

/** Hebrew and Greek numerals contain special signs; an apostrophe is a letter in Ukrainian. */
const token = lazily(
  () =>
    /[א-ת]{1,2}["״][א-ת]|[א-תΑ-Ω]['’΄׳ʹ](?!\p{L})|\p{sc=Cyrl}+['’]\p{sc=Cyrl}+|\p{L}[\p{L}\p{M}\u200c]*/gu,
);

function tokensOf(text: string): Token[] {
  let last = 0;
  return [...text.matchAll(token())].map(({ 0: word, index }) => {
    const gap = text.slice(last, index);
    last = index + word.length;
    return { word, plain: plainWord(word), start: index, end: last, gap };
  });
}

/** What a language reads in the words on one side of the label. */
function reading(
  language: LanguageNumbers,
  tokens: Token[],
  at: number,
  side: Side,
): SpelledNumber | undefined {
  const phrase = phraseBeside(tokens, at, side);
  const parts = phrase.map((one) => partOf(language, one.plain));
  const isOther = (part: SpelledPart) => part === 'other';
  const [from, to] =
    side === 'ahead'
      ? [parts.findLastIndex(isOther) + 1, parts.length]
      : [0, endOf(parts.findIndex(isOther))];
  const [start, end] = trimmed(parts, from, to);
  const [first, last] = [phrase[start], phrase[end - 1]];
  if (first === undefined || last === undefined || start >= end) return undefined;
  const known = parts.slice(start, end);
  const sum = sumOf(known, side);
  // "Hundred-second": the word before it belongs to the number.
  const number = first.gap === '-' && side === 'ahead' ? 'unclear' : sum;
  return sum === undefined || number === undefined
    ? undefined
    : { number, side, start: first.start, end: last.end };
}

const endOf = (index: number) => (index < 0 ? Infinity : index);

/** Up to four words, with only a space or a hyphen between them and the label. */
function phraseBeside(tokens: Token[], at: number, side: Side): Token[] {
  const isClose = (one: Token | undefined) => one !== undefined && /^[\s-]$/.test(one.gap);
  if (side === 'behind') {
    const next = tokens.slice(at + 1, at + 5);
    return next.slice(0, endOf(next.findIndex((one) => !isClose(one))));
  }
  const before = tokens.slice(Math.max(0, at - 4), at + 1);
  return before.slice(
    Math.max(
      0,
      before.findLastIndex((one) => !isClose(one)),
    ),
    -1,
  );
}

function trimmed(parts: SpelledPart[], from: number, to: number): readonly [start: number, end: number] {
  let [start, end] = [from, Math.min(to, parts.length)];
  while (parts[start] === 'and' && start < end) start += 1;
  while (parts[end - 1] === 'and' && start < end) end -= 1;
  return [start, end];
}

function respell(text: string, numbers: SpelledNumber[]): Respelled {
  let [spelled, last] = ['', 0];
  const places: (readonly [to: number, from: number])[] = [];
  const keep = (end: number) => {
    places.push([spelled.length, last]);
    spelled += text.slice(last, end);
    last = end;
  };
  for (const { number, side, start, end } of numbers.toSorted((a, b) => a.start - b.start)) {
    keep(start);
    places.push([spelled.length, start]);
    spelled += `${number}${side === 'ahead' ? '.' : ''}`;
    last = end;
  }
  keep(text.length);
  return {
    text: spelled,
    at: (index) => {
      const [to, from] = places.findLast(([place]) => place <= index) ?? [0, 0];
      return from + index - to;
    },
  };
}
