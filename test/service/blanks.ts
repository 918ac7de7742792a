/**
 * What a page shows where a value is missing, such as `NaN`. The key in the address of a poster is left
 * out: it is random, and contains these three letters once in 12,000 times.
 */
export const blanks = (page: string): readonly string[] =>
  page.replace(/\?k=[\w-]+/g, '').match(/undefined|null|NaN|\[object/g) ?? [];
