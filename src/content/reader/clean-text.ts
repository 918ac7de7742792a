/**
 * A page's text in a form that may be sent: one line, no control or format characters, at most 500
 * characters.
 */
export function cleanText(text: string): string {
  // Most texts are plain ASCII. The character classes below are slow, and a page is read every few seconds.
  if (text.length <= 500 && /^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text
    .slice(0, 4_000)
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .trim();
}

/**
 * The value if it is a text (cleaned), number or boolean; for an array its first element that is not an empty
 * text.
 */
export function scalar(value: unknown): string | number | boolean | undefined {
  if (Array.isArray(value)) {
    const parts = value.slice(0, 50).map((part) => (typeof part === 'object' ? undefined : scalar(part)));
    return parts.find((part) => part !== undefined && part !== '');
  }
  if (typeof value === 'string') return cleanText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** `scalar` as text; undefined for no value and for empty text. */
export function textOf(value: unknown): string | undefined {
  const text = String(scalar(value) ?? '');
  return text === '' ? undefined : text;
}

/** Whether a value counts as read: undefined, null, false, empty text and NaN do not. */
export function isSomething(value: unknown): boolean {
  return value === 0 || Boolean(value);
}
