/** Word boundaries for all scripts. */
export const wordStart = String.raw`(?<![\p{L}\p{N}]|\p{L}['’])`;
export const wordEnd = String.raw`(?![\p{L}\p{N}])`;

/** Text allowed between a word and its number: "Episode 3", "Folge: 3", "Avsnitt nr. 3", "sesong-2". */
export const link = [
  String.raw`[\s_.:：#№°º-]{0,4}`,
  String.raw`(?:(?:nr|no|n|nummer|number|número|numero|số|نمبر|رقم)[.°º]?\s?(?=\d))?`,
].join('');

/** Text allowed between a season and its episode: signs, or a year in parentheses. */
export const gap = String.raw`[\s,;:：、·•・|/().\-–—_「『]{0,6}(?:\((?:19|20)\d\d\)[\s,;:·•|/\-–—]{0,4})?`;

/** What makes a number an ordinal: "2.", "3rd", "2ª", "2e", "3:e", "2-й", "2ος". */
export const ordinal = oneOf([
  String.raw`\.ª|\.º|[.ªº°]|:[ae]`,
  '-?(?:st|nd|rd|th|er|ère|e|ème|de|ste|a|o|η|ος|ο|й|я|ый|ая|го|га|е)',
]);

/** Any of these patterns. */
export function oneOf(patterns: string[]): string {
  return `(?:${patterns.join('|')})`;
}

/**
 * Creates an expression at its first use: creating all takes longer than reading a label, and half a
 * megabyte. A page has few labels, so expressions that were not used lately are left to garbage collection.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: WeakRef<T> | undefined;
  return () => {
    const known = made?.deref();
    if (known) return known;
    const value = make();
    made = new WeakRef(value);
    return value;
  };
}

/** All matches of each pattern of a list. */
export function lazyPatterns(patterns: () => string[]): (text: string) => RegExpExecArray[] {
  const expressions = lazily(() => patterns().map((pattern) => new RegExp(pattern, 'giu')));
  return (text) => expressions().flatMap((expression) => [...text.matchAll(expression)]);
}

export function lazyPattern(pattern: () => string): (text: string) => RegExpExecArray[] {
  return lazyPatterns(() => [pattern()]);
}
