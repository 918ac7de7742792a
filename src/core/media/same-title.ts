/** Not every site states the year of a film, with which its key ends: `movie|sintel|2010`. */
export function isSameTitle(a: string, b: string): boolean {
  return a === b || a === withoutYear(b) || b === withoutYear(a);
}

/** The key of a film without its year, and with `end` in its place; that of an episode as it is. */
export function withoutYear(key: string, end = ''): string {
  return key.replace(/^(movie.*\|).*/, `$1${end}`);
}
