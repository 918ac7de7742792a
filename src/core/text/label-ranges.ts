import { lazyPattern } from './label-pattern';
import { seasonWords as words } from './season-words';
import type { Mark } from './label-marks';

/** Not one of several, no fraction, no preview, and not the next one. */
export function isOfThisOne({ start, end }: Pick<Mark, 'start' | 'end'>, text: string): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (isRange(before, after) || [before, after].some((part) => isPreview(part).length > 0)) return false;
  if (otherKind(after)[0] !== undefined || previewOf(before)[0] !== undefined) return false;
  // "7,5. Bölüm"
  if (/(?<!\d)\d{1,2}[.,]$/.test(before) && /^\d/.test(text.slice(start))) return false;
  // "2 Sezon 20": whether the number before the word or behind it is meant depends on the language.
  if (/^(?:sezon|évad|bölüm|rész)\s\d/iu.test(text.slice(start)) && /\d\s$/.test(before)) return false;
  return otherOne(before.slice(-24))[0] === undefined;
}

/** A trailer names the episode that it is about, before its name or behind it. */
const otherKind = lazyPattern(
  () => String.raw`^[\s·|:–—-]{0,3}(?:official\s|\d\.\s)?(?:${words.preview}|${words.later})`,
);
const previewOf = lazyPattern(() => String.raw`(?:${words.preview})(?:[\s:·|–—-]{0,3})$`);
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
 * "E25-26", "Episodes 1–3", "Folge 3 + 4", "1・2話", "Season 1 2 3", "12.5". A number behind a dash that stands
 * between spaces begins a title: "E1 - 12 Monkeys".
 */
function isRange(before: string, after: string): boolean {
  return ranges.some((range) => range.test(after)) || /\d[-–—・~〜+&]$/u.test(before);
}

const ranges: readonly RegExp[] = [
  /^\s?[-–—+&~〜・_,/]\s?(?:[exf]p?|第)\.?\s?\d/iu,
  /^[\s.]?[exf×]\d/iu,
  /^[-–—+&~〜・_/]\d{1,4}(?![\p{L}\d])/u,
  /^\s?[-–—+&~〜,]\s?\d{1,4}(?!\d|\.?\s?\p{L}|[/.])/u,
  /^\s(?:and|und|et|y|e|och|og|ja|i|и|en|ve|és|và|dan|și|та|και|or|oder|ou|o|to|bis|do|až|по|و|至|到)\s?\d/iu,
  /^\s(?:à|a|al|au|through|thru|till?|tot|hasta|até)\s\d/iu,
  /^[.,]\d{1,3}(?![\d\p{L}]|\.\d)/u,
];

/** The last episode of a range, from the text behind its first one: 0 where none follows. */
export function lastEpisode(after: string): { readonly last: number; readonly length: number } {
  const match = rangeEnds.map((pattern) => pattern.exec(after)).find((found) => found !== null);
  return { last: Number(match?.[1] ?? 0), length: match?.[0].length ?? 0 };
}

/** The second number of a range, which no further one follows. */
const rangeEnds: readonly RegExp[] = [
  /^[\s.]?[-–—+&~〜・_/]?\s?e[p.]{0,2}\s?(\d{1,4})(?![\d\p{L}])/iu,
  /^[x×](\d\d)(?![\d\p{L}])/iu,
  /^[-–—+&~〜・_/](\d{1,4})(?![\d\p{L}])/u,
  /^\s[-–—+&~〜]\s(\d{1,4})(?![\d\p{L}]|\.?\s?\p{L})/u,
  /^\s(?:and|und|et|y|e|och|og|ja|i|и|en|ve|és|và|dan|și|та|και|و)\s(\d{1,4})(?![\d\p{L}])/iu,
];
