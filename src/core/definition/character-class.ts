/** A member of a class: one character or escape, or a range of characters. */
type ClassItem = Readonly<{
  from: string;
  to?: string;
}>;

/** Whether a piece of an expression is an escape that stands for many characters. */
export function isClassEscape(source: string): boolean {
  return /^\\[dDwWsSpP]/.test(source);
}

/** Splits what stands between the brackets of a valid class (flag u) into its members. */
export function itemsOf(inner: string): readonly ClassItem[] {
  const pieces = inner.match(new RegExp(PIECE, 'gu')) ?? [];
  const items: ClassItem[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const from = pieces[at] ?? '';
    const to = pieces[at + 1] === '-' ? pieces[at + 2] : undefined;
    if (to === undefined) items.push({ from });
    else {
      items.push({ from, to });
      at += 2;
    }
  }
  return items;
}

/** The code point of a character, or of an escape that stands for one. */
export function codePointOf(source: string): number {
  if (!source.startsWith('\\')) return source.codePointAt(0) ?? 0;
  if (/^\\[ux][\dA-Fa-f]{2}/.test(source)) return joinSurrogates(source);
  if (source.startsWith('\\u{')) return Number.parseInt(source.slice(3), 16);
  if (source.startsWith('\\c')) return (source.charCodeAt(2) || 0) % 32;
  return CONTROLS[source.slice(1)] ?? source.codePointAt(1) ?? 0;
}

/** A surrogate pair written as two escapes, such as `\ud83d\ude00`, is one character. */
function joinSurrogates(source: string): number {
  const [high = 0, low] = Array.from(source.matchAll(/[\dA-Fa-f]{2,}/g), ([digits]) =>
    Number.parseInt(digits, 16),
  );
  return low === undefined ? high : (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

/** Inside a class `\b` is the backspace; outside a class it matches no character. */
const CONTROLS: Readonly<Record<string, number>> = { 0: 0, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A character or an escape. Two escapes of a surrogate pair, such as `\ud83d\ude00`, are one piece. */
export const PIECE = [
  String.raw`\\[pP]\{[^}]*\}`,
  String.raw`\\u\{[^}]*\}`,
  String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}`,
  String.raw`\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\.|[^]`,
].join('|');
