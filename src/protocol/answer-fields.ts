import { isRecord } from '../core/values/is-record';

/**
 * The fields of an answer whose form nobody promised: known ones are taken under the names that trackers use, unknown ones
 * are passed over, text is cut, addresses must be http(s).
 */
type Fields = Readonly<Record<string, unknown>>;

const longest = 300;

/** The first of these fields that holds text; control characters out, cut to what can be shown. */
export function readText(hit: Fields, names: string[]): string | undefined {
  for (const name of names) {
    const value = hit[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') continue;
    const clean = text
      .slice(0, longest * 4)
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, longest);
    if (clean !== '') return clean;
  }
  return undefined;
}

/** The first of these fields that holds a whole number, also written as text, of at least `minimum`. */
export function readNumber(hit: Fields, names: string[], minimum: number): number | undefined {
  for (const name of names) {
    const value = hit[name];
    const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum) return number;
  }
  return undefined;
}

export function readTitle(hit: Fields): string | undefined {
  return readText(hit, ['title', 'name']);
}

export function readPoster(hit: Fields): string | undefined {
  const path = readText(hit, ['poster_path', 'posterPath']);
  if (path !== undefined && /^\/[\w.-]+$/.test(path)) return `https://image.tmdb.org/t/p/w185${path}`;
  return readAddress(hit, ['posterUrl', 'poster_url', 'poster', 'image']);
}

export function readAddress(hit: Fields, names: string[]): string | undefined {
  const address = names.map((name) => hit[name]).find((value) => typeof value === 'string');
  return typeof address === 'string' && address.length <= 2000 && /^https?:\/\/\S+$/.test(address)
    ? address
    : undefined;
}

/** The value itself where it is a list, else the first of these fields that holds one. */
export function readArray(value: unknown, names: string[]): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  return isRecord(value)
    ? (names.map((name) => value[name]).find((field) => Array.isArray(field)) as unknown[] | undefined)
    : undefined;
}
