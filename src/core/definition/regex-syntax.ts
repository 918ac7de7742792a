import { PIECE } from './character-class';

/** The parts of a regular expression that matter for how often it can backtrack. */
export type RegexNode =
  | Readonly<{ kind: 'character'; source: string }>
  | Readonly<{ kind: 'sequence'; nodes: readonly RegexNode[] }>
  | Readonly<{ kind: 'choice'; nodes: readonly RegexNode[] }>
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
