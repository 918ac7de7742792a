/** Not every site states the year of a film, and the key ends with it: `movie|sintel|2010`. */
export function isSameTitle(a: string, b: string): boolean {
  return a === b || a === withoutYear(b) || b === withoutYear(a);
}

/** The key of a film with `end` in place of its year. The key of an episode is returned unchanged. */
export function withoutYear(key: string, end = ''): string {
  return key.replace(/^(movie.*\|).*/, `$1${end}`);
}
