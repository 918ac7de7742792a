import { Script, createContext } from 'node:vm';
import { childrenOf } from '../../../src/core/definition/regex-automaton';
import { parseRegex, type RegexNode } from '../../../src/core/definition/regex-syntax';
import { threadTime } from '../../support/thread-time';

/** A pseudo-random number from 0 to 1. */
export type Random = () => number;

/** The same numbers for the same seed (Park and Miller). */
export function createRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

/** The slowest text of 1,000 characters that a search found, and how long it takes in milliseconds. */
interface WorstInput {
  readonly text: string;
  readonly milliseconds: number;
}

/**
 * Searches for the text of 1,000 characters on which an expression runs longest: texts of a beginning,
 * repeated parts and an end, from characters that the expression tells apart; the slowest are changed and
 * tried again. Stops at the first text beyond `enough` milliseconds.
 */
export function findWorstInput(pattern: string, random: Random, enough: number, tries = 60): WorstInput {
  const run = runnerOf(pattern);
  const letters = lettersFor(pattern);
  const letter = () => pick(random, letters);
  const word = (most: number) =>
    Array.from({ length: Math.max(0, Math.floor(random() * (most + 2)) - 1) }, letter).join('');
  const end = () => word(1) + pick(random, ['', '!', '\n', '\u0000']);
  const fresh = (): Shape => ({
    start: word(2),
    first: letter() + word(2),
    middle: word(1),
    second: random() < 0.6 ? '' : letter() + word(1),
    end: end(),
  });
  const walk = walkerOf(pattern, letters, random);
  const near = (): Shape => {
    const text = walk().slice(0, 900);
    const cut = text.slice(0, Math.max(1, text.length - Math.floor(random() * 4)));
    const [first, start] = random() < 0.5 ? [cut, ''] : ['', cut];
    return { start, first, middle: '', second: '', end: end() };
  };
  let best = { shape: fresh(), text: '', milliseconds: -1 };
  for (let count = 0; count < tries && best.milliseconds <= enough; count += 1) {
    const keys = ['start', 'first', 'middle', 'second', 'end'] as const;
    const shape =
      random() < 0.4
        ? { ...best.shape, [pick(random, keys)]: letter() + word(2) }
        : pick(random, [fresh, near])();
    const text = textOf(shape);
    const milliseconds = run(text, enough);
    if (milliseconds > best.milliseconds) best = { shape, text, milliseconds };
  }
  return best;
}

/** Texts that the expression matches, mostly of the letters that most of its parts can match. */
function walkerOf(pattern: string, letters: readonly string[], random: Random): () => string {
  const known = new Map<string, readonly string[]>();
  const matching = (source: string) => {
    const found =
      known.get(source) ?? letters.filter((letter) => new RegExp(`^(?:${source})$`, 'iu').test(letter));
    known.set(source, found);
    return found;
  };
  const sources: string[] = [];
  const tree = parseRegex(pattern);
  const collect = (node: RegexNode): void => {
    if (node.kind === 'character') sources.push(node.source);
    for (const inner of childrenOf(node)) collect(inner);
  };
  collect(tree);
  const rank = new Map(
    letters.map((letter) => [letter, sources.filter((one) => matching(one).includes(letter)).length]),
  );
  const favourite = (source: string) =>
    matching(source).toSorted((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0))[0] ?? '';
  const walk = (node: RegexNode): string => {
    if (node.kind === 'character') {
      const all = matching(node.source);
      return all.length === 0 || random() < 0.8 ? favourite(node.source) : pick(random, all);
    }
    if (node.kind === 'choice') return walk(pick(random, node.nodes));
    if (node.kind === 'sequence') return node.nodes.map(walk).join('');
    if (node.kind !== 'repeat') return '';
    const times = Math.min(node.max, node.min + Math.floor(random() * 4), 60);
    return Array.from({ length: times }, () => walk(node.node)).join('');
  };
  return () => walk(tree);
}

interface Shape {
  readonly start: string;
  readonly first: string;
  readonly middle: string;
  readonly second: string;
  readonly end: string;
}

function textOf({ start, first, middle, second, end }: Shape): string {
  const room = 1_000 - start.length - middle.length - end.length;
  const fill = (part: string, length: number) => (part === '' ? '' : part.repeat(length).slice(0, length));
  const length = second === '' ? room : Math.floor(room / 2);
  return start + fill(first, length) + middle + fill(second, length) + end;
}

/**
 * Runs the expression with both sets of flags and returns the longer time of this thread; a run that does not
 * end within five times `enough` counts as that long. A time beyond `enough` is measured again, since other
 * work can have caused it.
 */
function runnerOf(pattern: string): (text: string, enough: number) => number {
  const [anyCase, exactCase] = [new RegExp(pattern, 'iu'), new RegExp(pattern, 'u')];
  const least = (expression: RegExp, text: string, enough: number) => {
    let found = Infinity;
    for (let count = 0; count < 3 && found > enough; count += 1)
      found = Math.min(found, runOnce(expression, text, Math.max(100, enough * 5)));
    return found;
  };
  return (text, enough) => {
    const first = least(anyCase, text, enough);
    return first > enough ? first : Math.max(first, least(exactCase, text, enough));
  };
}

/** Milliseconds of the expression on one text, as the search measures it. */
export function timeOf(pattern: string, text: string, enough: number): number {
  return runnerOf(pattern)(text, enough);
}

function runOnce(expression: RegExp, text: string, timeout: number): number {
  Object.assign(context, { expression, text });
  const start = threadTime();
  try {
    script.runInContext(context, { timeout });
  } catch {
    return timeout;
  }
  return threadTime() - start;
}

const context = createContext({});
const script = new Script('expression.exec(text)');

/**
 * Milliseconds of a harmless expression whose time grows with the square of the length. At rest it takes
 * about 12; a processor that is slow or shared makes it longer, as it does any other.
 */
export function referenceTime(): number {
  return runnerOf(String.raw`\p{L}+\d`)('я'.repeat(1_000), 0);
}

/** Characters of the expression and of its escapes in both cases, and one of each common kind. */
function lettersFor(pattern: string): readonly string[] {
  const escaped = [...pattern.matchAll(/\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})/gi)].map(
    ([, long, short, byte]) => String.fromCodePoint(Number.parseInt(long ?? short ?? byte ?? '0', 16)),
  );
  const controls = [...pattern.matchAll(/\\c([a-z])/gi)].map(([, letter = 'A']) =>
    String.fromCodePoint(letter.charCodeAt(0) % 32),
  );
  const own = Array.from(
    pattern.replaceAll(/\\[upPxc]\{?[\da-zA-Z=_]*\}?|\\[a-zA-Z]|[()[\]?:|*+^$\\{}]/g, ''),
  );
  const common = ['a', 'b', '1', ' ', '-', 'あ', 'Ж', 'α', '😀', '\u0001'].filter((letter) =>
    fits(letter, pattern),
  );
  return [...new Set([...own, ...escaped, ...controls, ...common])];
}

/** Whether any part of the expression can match the letter: a class or an escape, since letters are known. */
function fits(letter: string, pattern: string): boolean {
  const parts = pattern.match(/\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\[dDsSwW]|\./gu) ?? [];
  return parts.some((part) => new RegExp(part, 'iu').test(letter));
}
