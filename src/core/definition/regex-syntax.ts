/** The parts of a regular expression that matter for how often it can backtrack. */
export type RegexNode =
  | Readonly<{ kind: 'character'; source: string }>
  | Readonly<{ kind: 'sequence'; nodes: RegexNode[] }>
  | Readonly<{ kind: 'choice'; nodes: RegexNode[] }>
  | Readonly<{ kind: 'repeat'; node: RegexNode; min: number; max: number }>
  | Readonly<{ kind: 'look'; node: RegexNode; behind: boolean }>
  | Readonly<{ kind: 'start' }>
  | Readonly<{ kind: 'edge' }>
  | Readonly<{ kind: 'reference' }>
  /** A group with flags of its own, `(?i:…)`. */
  | Readonly<{ kind: 'flags' }>;

/** The tree of an expression that is known to compile with the flag u. */
export function parseRegex(pattern: string): RegexNode {
  const state = { text: pattern, at: 0 };
  return choice(state);
}

interface State {
  readonly text: string;
  at: number;
}

function choice(state: State): RegexNode {
  const nodes = [sequence(state)];
  while (take(state, /\|/y) !== undefined) nodes.push(sequence(state));
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: 'choice', nodes };
}

function sequence(state: State): RegexNode {
  const nodes: RegexNode[] = [];
  while (state.at < state.text.length && !/[|)]/.test(state.text[state.at] ?? ''))
    nodes.push(repeated(state, atom(state)));
  return { kind: 'sequence', nodes };
}

function atom(state: State): RegexNode {
  const open = take(state, /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y);
  if (open !== undefined) {
    const node = choice(state);
    take(state, /\)/y);
    if (/[a-z-]:$/.test(open)) return { kind: 'flags' };
    return /[=!]$/.test(open) ? { kind: 'look', node, behind: open.includes('<') } : node;
  }
  if (take(state, /\^/y) !== undefined) return { kind: 'start' };
  if (take(state, /\$|\\[bB]/y) !== undefined) return { kind: 'edge' };
  if (take(state, /\\[1-9]\d*|\\k<[^>]*>/y) !== undefined) return { kind: 'reference' };
  const source = take(state, CHARACTER);
  return { kind: 'character', source: source ?? '' };
}

/** A character or an escape. Two escapes of a surrogate pair, such as `\ud83d\ude00`, are one piece. */
const PIECE = [
  String.raw`\\[pP]\{[^}]*\}`,
  String.raw`\\u\{[^}]*\}`,
  String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}`,
  String.raw`\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\.|[^]`,
].join('|');

/** A class, an escape, or any other character. */
const CHARACTER = new RegExp(String.raw`\[(?:[^\]\\]|\\.)*\]|${PIECE}`, 'uy');

function repeated(state: State, node: RegexNode): RegexNode {
  const quantifier = take(state, /[*+?]\??|\{\d+(?:,\d*)?\}\??/y);
  if (quantifier === undefined) return node;
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (quantifier.startsWith('*')) return { kind: 'repeat', node, min: 0, max: Infinity };
  if (quantifier.startsWith('+')) return { kind: 'repeat', node, min: 1, max: Infinity };
  if (quantifier.startsWith('?')) return { kind: 'repeat', node, min: 0, max: 1 };
  const open = max === '' ? Infinity : Number(max);
  return { kind: 'repeat', node, min: Number(min), max: comma === '' ? Number(min) : open };
}

function take(state: State, pattern: RegExp): string | undefined {
  pattern.lastIndex = state.at;
  const match = pattern.exec(state.text);
  if (match === null) return undefined;
  state.at = pattern.lastIndex;
  return match[0];
}

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
export function itemsOf(inner: string): ClassItem[] {
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
