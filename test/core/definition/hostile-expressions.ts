import { pick, type Random } from './worst-input';

/** Found to hang a page for seconds, or of the kinds that did. */
export const reported: readonly string[] = [
  String.raw`^(?:\p{sc=Hiragana}|\u3042)*$`,
  String.raw`^(?:\p{sc=Hiragana}|\p{sc=Hiragana})*$`,
  String.raw`^(?:[\u3041-\u3050]|[\u3041-\u3050])*$`,
  '^(?:😀|😀)*$',
  String.raw`^(?:\u{1F600}|😀)*$`,
  String.raw`^(?:\ud83d\ude00|\u{1f600})*$`,
  String.raw`^(?:\x01|\x01)*$`,
  String.raw`^(?:\x01|\cA)*$`,
  String.raw`^(?:\cA|\cA)*$`,
  String.raw`^(?:\0|\x00)*$`,
  String.raw`^(?:\u03b1|\u0391)*$`,
  String.raw`^(?:\u0416|ж)*$`,
  String.raw`^(?:\u212a|k)*$`,
  String.raw`^(?:ſ|S)*$`,
  String.raw`^(?:ß|\u1e9e)*$`,
  String.raw`^(?:\u0041\u0042|ab)*$`,
  String.raw`^(?:[^a]|A)*$`,
  String.raw`^(?:\p{Lu}|\p{Ll})*$`,
  String.raw`^(?:\P{L}|\d)*$`,
  String.raw`^(?:\W|\s)*$`,
  String.raw`^(?:(?!(?:a+)+b)a)*$`,
  '^(?!(?:a+)+b).*$',
  '(a+)+$',
  '^(?:a?){30}$',
  '^(?:a|aa){40}$',
  '^(?:a{6}b|aaaaaab)*$',
  '^a*a*xb*b*$',
  '^(?:a?a?a?){9}$',
  String.raw`\s*-?\s*x`,
  String.raw`^(?:-(?:\w|\d|[^a]|[1-5]|[1-6]|[1-7]|[1-8])){11}z`,
  '^(?:x(?:[ab]|[ac]|[ad]|[ae]|[af]|[ag]|[ah]|[ai])){10}z',
  '^(?:x+(?:[ab]|[ac])){12}(?:x+(?:[ab]|[ac])){12}z',
  String.raw`^(?:-+(?:\w|\d)){12}(?:-+(?:\w|\d)){12}(?:-+(?:\w|\d)){12}z`,
  '(?:aa?){12}b',
  '(?:[ab][ac]?){12}[bz]',
  'a+a{12}b',
];

/** A random expression of parts that often overlap, of the kinds that were reported. */
export function hostileExpression(random: Random): string {
  const family = pick(random, families);
  const atom = () => pick(random, random() < 0.85 ? family : families.flat());
  const repeat = () => pick(random, ['*', '+', '?', '{2,}', '{1,30}', '{0,12}', '{7}', '*?', '+?', '']);
  const choice = () => `(?:${Array.from({ length: 2 + Math.floor(random() * 9) }, atom).join('|')})`;
  const part = (depth: number): string => {
    const kind = depth === 0 ? 0 : Math.floor(random() * 9);
    if (kind <= 1) return atom() + repeat();
    if (kind === 2) return `(?:${part(depth - 1)}|${part(depth - 1)})${repeat()}`;
    if (kind === 3) return `(?:${part(depth - 1)})${repeat()}`;
    if (kind === 4) return `(${part(depth - 1)}${part(depth - 1)})${repeat()}`;
    if (kind === 5) return `(?:(?${pick(random, ['!', '='])}${part(depth - 1)})${atom()})${repeat()}`;
    if (kind === 6)
      return `(?:${pick(random, separators)}${choice()}){${String(2 + Math.floor(random() * 12))}}`;
    if (kind === 7) return choice() + repeat();
    return part(depth - 1) + part(depth - 1);
  };
  const body = part(3) + (random() < 0.4 ? part(2) : '');
  return pick(random, ['', '^', '^']) + body + pick(random, ['$', '$', 'x', String.raw`\d`, '']);
}

/** Before a choice in a group that is counted. */
const separators = ['', '-', 'x', 'x+', '-+', '[xy]', 'x?'];

/** Atoms of which most share a character. */
const families: readonly (readonly string[])[] = [
  ['a', '[ab]', String.raw`\w`, '.', '[^b]', 'A', String.raw`\x61`, String.raw`\p{Ll}`],
  [
    'あ',
    String.raw`\p{sc=Hiragana}`,
    String.raw`\u3042`,
    String.raw`[\u3041-\u3050]`,
    String.raw`\p{L}`,
    '[ぁ-ん]',
  ],
  [
    '😀',
    String.raw`\u{1F600}`,
    String.raw`\ud83d\ude00`,
    String.raw`[\u{1F5FF}-\u{1F602}]`,
    String.raw`\p{Emoji}`,
  ],
  ['α', String.raw`\u0391`, String.raw`\p{sc=Greek}`, String.raw`[Α-Ω]`, String.raw`\p{Lu}`, 'Α'],
  ['ж', String.raw`\u0416`, String.raw`\p{sc=Cyrl}`, '[а-я]', String.raw`\P{Lu}`],
  [
    String.raw`\x01`,
    String.raw`\cA`,
    String.raw`\u0001`,
    String.raw`[\0-\x05]`,
    String.raw`\p{Cc}`,
    String.raw`\W`,
  ],
  [' ', String.raw`\s`, String.raw`\W`, '[ -]', String.raw`\x20`, String.raw`\p{Zs}`, '-'],
  ['k', String.raw`\u212a`, 'K', '[j-l]', String.raw`\w`],
  ['1', String.raw`\d`, '[0-9]', String.raw`\w`, String.raw`\p{N}`, '.'],
];
