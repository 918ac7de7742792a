/**
 * "E25-26", "Episodes 1–3", "Folge 3 + 4", "1・2話", "Season 1 2 3", "12.5". A number behind a dash that stands
 * between spaces begins a title: "E1 - 12 Monkeys".
 */
export function isRange(before: string, after: string): boolean {
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
