/** Text of a page as it may leave it: one line, no control or direction marks, at most 500 characters. */
export function cleanText(text: string): string {
  // Most texts are plain already; the classes below are slow, and a page is read often.
  if (text.length <= 500 && /^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text
    .slice(0, 4_000)
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .trim();
}

/** The first text, number or boolean in a value; a list or an object stands for what it holds first. */
export function scalar(value: unknown): string | number | boolean | undefined {
  if (Array.isArray(value)) {
    const parts = value.slice(0, 50).map((part) => (typeof part === 'object' ? undefined : scalar(part)));
    return parts.find((part) => part !== undefined && part !== '');
  }
  if (typeof value === 'string') return cleanText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

export function textOf(value: unknown): string | undefined {
  const found = scalar(value);
  return found === undefined || found === '' ? undefined : String(found);
}
