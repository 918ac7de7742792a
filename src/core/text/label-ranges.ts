import { lazily, lazyPattern, ordinal } from './label-pattern';
import { seasonWords as words } from './season-words';
import type { LabelMark } from './label-marks';
import { withTexts, type SeveralEpisodes, type StatedText } from './label-text';

/**
 * Whether the number is that of the episode that plays: not of a range, a fraction, a preview or the next
 * one.
 */
export function isOfThisOne({ start, end }: Pick<LabelMark, 'start' | 'end'>, text: string): boolean {
  const place = { before: text.slice(0, start), stated: text.slice(start, end), after: text.slice(end) };
  return !signsOfOthers.some((isOther) => isOther(place));
}

type RangeContext = Readonly<Record<'before' | 'stated' | 'after', string>>;

const signsOfOthers: ((place: RangeContext) => boolean)[] = [
  ({ before, after }) => isRange(before, after),
  // "3. und", "5ª e", "1.-", "5-я,", "第5集": the number of another episode, before a word that both share.
  ({ before, stated }) => /^[第\d]/.test(stated) && firstOf(before)[0] !== undefined,
  ({ before, after }) => [before, after].some((part) => isPreview(part).length > 0),
  ({ before, after }) => otherKind(after)[0] !== undefined || previewOf(before)[0] !== undefined,
  // "S2E5/6" can be two episodes.
  ({ stated }) => {
    const [, one, two] = /(?:^|[^\p{L}])(?:s\d+)?e(\d+)\/(\d+)$/iu.exec(stated) ?? [];
    return two !== undefined && Number(two) - Number(one) === 1;
  },
  // "7,5. Bölüm"
  ({ before, stated }) => /(?<!\d)\d{1,2}[.,]$/.test(before) && /^\d/.test(stated),
  // "2 Sezon 20": the language decides which of the two numbers belongs to the word.
  ({ before, stated }) => /^(?:sezon|évad|bölüm|rész)\s\d/iu.test(stated) && /\d\s$/.test(before),
  ({ before }) => otherOne(before.slice(-24))[0] !== undefined,
];

/** A trailer names its episode, before or after the title. */
const otherKind = lazyPattern(
  () => String.raw`^[\s·|:.–—-]{0,3}(?:official\s|\d\.\s|\p{L}{2,3}\s)?(?:${words.preview}|${words.later})`,
);
const previewOf = lazyPattern(
  () => String.raw`(?:${words.preview})\p{L}{0,4}(?:[\s:·|–—-]{0,3}|(?:\s\p{L}{1,6}){1,2}(?:\s|['’]))$`,
);
/** "Trailer: Show", "【预告】Show", "Home – Trailer", "Home (Preview)". */
const isPreview = lazyPattern(() => {
  const word = String.raw`(?:official\s)?(?:${words.preview})`;
  return (
    String.raw`^\s*(?:${word}\s?[:|–—]|[\[【(（]${word}[\]】)）])|` +
    String.raw`(?:\s[|·–—-]\s${word}|[\[【(（]${word}[\]】)）])\s*$`
  );
});

const otherOne = lazyPattern(
  () => String.raw`(?<!\p{L})(?:${words.other})\p{L}{0,3}[\s:–—|-]*(?:\p{L}{1,12}[\s:–—|-]*)?$`,
);

/**
 * "E25-26", "Episodes 1–3", "Folge 3 + 4", "1・2話", "Season 1 2 3", "12.5". A number after a dash between
 * spaces begins a title: "E1 - 12 Monkeys".
 */
function isRange(before: string, after: string): boolean {
  return ranges().some((range) => range.test(after)) || /\d[-–—・~〜+&]$/u.test(before);
}

const firstOf = lazyPattern(
  () =>
    String.raw`(?<!\d)\d{1,3}(?:(?:${ordinal})?\s(?:${words.and}|${words.through})\s|` +
    String.raw`${ordinal}\s?[-–—&+,・~〜]\s?|` +
    String.raw`\s?[集話话回화회]\s?[-–—&+,、・~〜]?\s?)$`,
);

const ranges = lazily((): RegExp[] => [
  /^\s?[-–—+&~〜・_,/]\s?(?:[exf]p?|第)\.?\s?\d/iu,
  /^[\s.]?[exf×]\d/iu,
  /^[-–—+&~〜・_/]\d{1,4}(?![\p{L}\d])/u,
  /^\s?[-–—+&~〜,]\s?\d{1,4}(?!\d|\.?\s?\p{L}|[/.])/u,
  new RegExp(String.raw`^\s(?:${words.and}|or|oder|ou|${words.through})\s?-?\d`, 'iu'),
  /^\s(?:à|a|al|au|through|thru|till?|tot|hasta|até)\s\d/iu,
  /^[.,]\d{1,3}(?![\d\p{L}]|\.\d)/u,
]);

/** The last episode of a range, read from the text after its first one. 0: no range. */
function lastEpisode(after: string): Readonly<{ last: number; length: number }> {
  const match = rangeEnds()
    .map((pattern) => pattern.exec(after))
    .find((found) => found !== null);
  return { last: Number(match?.[1] ?? 0), length: match?.[0].length ?? 0 };
}

/** The second number of a range, if no third one follows. */
const rangeEnds = lazily((): RegExp[] => [
  /^[\s.]?[-–—+&~〜・_/]?\s?e[p.]{0,2}\s?(\d{1,4})(?![\d\p{L}])/iu,
  /^[x×](\d\d)(?![\d\p{L}])/iu,
  /^[-–—+&~〜・_/](\d{1,4})(?![\d\p{L}])/u,
  /^\s[-–—+&~〜]\s(\d{1,4})(?![\d\p{L}]|\.?\s?\p{L})/u,
  new RegExp(String.raw`^\s(?:${words.and})\s?-?(\d{1,4})(?![\d\p{L}])`, 'iu'),
]);

/** The few episodes that one video can have: "E25-26", "E1-E3", "Folge 3 + 4", "1・2話", "الحلقة 12 و 13". */
export function severalEpisodes(found: LabelMark, text: StatedText): SeveralEpisodes | undefined {
  const { plain } = text;
  const { episode, total } = found;
  if (episode === undefined || total !== undefined) return undefined;
  const [ahead = ''] = /(?<![\d.])\d{1,4}[-–・~〜+&]$/u.exec(plain.slice(0, found.start)) ?? [];
  const behind = lastEpisode(plain.slice(found.end));
  const [first, last] = ahead === '' ? [episode, behind.last] : [Number.parseInt(ahead), episode];
  const [start, end] = [found.start - ahead.length, found.end + (ahead === '' ? behind.length : 0)];
  if (!isFew(first, last) || !isOfThisOne({ start, end }, plain)) return undefined;
  const { season, title, series } = withTexts({ ...found, start, end }, text);
  return { season, episode: first, lastEpisode: last, title, series };
}

function isFew(first: number, last: number): boolean {
  return last > first && last - first < mostEpisodes;
}

const mostEpisodes = 3;
