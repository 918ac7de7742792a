import { isRecord } from '../../core/values/is-record';

/**
 * Readers for responses whose fields are not documented: they take the first known name with a usable value
 * and ignore everything else.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Longest text that is kept, in characters. */
const TEXT_LIMIT = 300;

const ADDRESS_LIMIT = 2000;

/** The first of these fields that holds text or a number: one line without control characters, cut to 300. */
export function readText(fields: Fields, names: string[]): string | undefined {
  return firstOf(fields, names, (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' ? toLine(text) || undefined : undefined;
  });
}

/** The first of these fields that holds an integer, or its digits as text, of at least `minimum`. */
export function readNumber(fields: Fields, names: string[], minimum: number): number | undefined {
  return firstOf(fields, names, (value) => {
    const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum
      ? number
      : undefined;
  });
}

/** The name of a film, series or episode. */
export function readTitle(fields: Fields): string | undefined {
  return readText(fields, ['title', 'name']);
}

/** The address of a poster; a path of the film database is completed. */
export function readPoster(fields: Fields): string | undefined {
  const path = readText(fields, ['poster_path', 'posterPath']);
  if (path !== undefined && /^\/[\w.-]+$/.test(path)) return `https://image.tmdb.org/t/p/w185${path}`;
  return readAddress(fields, ['posterUrl', 'poster_url', 'poster', 'image']);
}

/** The first of these fields that holds text, if it is an http(s) address. */
export function readAddress(fields: Fields, names: string[]): string | undefined {
  const address = firstOf(fields, names, (value) => (typeof value === 'string' ? value : undefined));
  return address !== undefined && address.length <= ADDRESS_LIMIT && /^https?:\/\/\S+$/.test(address)
    ? address
    : undefined;
}

/** The value itself if it is an array, otherwise the first of its fields that holds one. */
export function readArray(value: unknown, names: string[]): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isRecord(value)) return undefined;
  return firstOf(value, names, (field) => (Array.isArray(field) ? (field as unknown[]) : undefined));
}

/** The first of these fields that holds an object. */
export function readRecord(fields: Fields, names: string[]): Fields | undefined {
  return firstOf(fields, names, (value) => (isRecord(value) ? value : undefined));
}

function firstOf<T>(fields: Fields, names: string[], read: (value: unknown) => T | undefined): T | undefined {
  for (const name of names) {
    const value = read(fields[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Also cut before the replacement, so that a very long text costs no time. */
function toLine(text: string): string {
  return text
    .slice(0, TEXT_LIMIT * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TEXT_LIMIT);
}

/**
 * `data` of a success envelope; any other value unchanged. An object whose only field is `data` is an
 * envelope too.
 */
export function unwrapData(response: unknown): unknown {
  const isEnvelope =
    isRecord(response) && 'data' in response && ('success' in response || Object.keys(response).length === 1);
  return isEnvelope ? response['data'] : response;
}
