import { setImmediate } from 'node:timers/promises';
import { isRecord } from '../../../core/values/is-record';
import { isDeep, jsonStructure, largestDepth } from '../../../core/values/json-structure';
import { parseJson } from '../../../core/values/parse-json';

/** Milliseconds after which a piece of work lets other requests have their turn. */
const PIECE_MS = 8;

/** Splits long work into pieces: call `await pause()` when `isDue()`. */
export function createPieces() {
  let end = performance.now() + PIECE_MS;
  return {
    isDue: () => performance.now() >= end,
    async pause(): Promise<void> {
      await setImmediate();
      end = performance.now() + PIECE_MS;
    },
  };
}

/** Like `values.map(map)`, in pieces. */
export async function mapInPieces<T, U>(values: T[], map: (value: T) => U): Promise<U[]> {
  const pieces = createPieces();
  const mapped: U[] = [];
  for (const value of values) {
    mapped.push(map(value));
    if (pieces.isDue()) await pieces.pause();
  }
  return mapped;
}

/** Like `values.find(is)`, in pieces. */
export async function findInPieces<T>(values: T[], is: (value: T) => boolean): Promise<T | undefined> {
  const pieces = createPieces();
  for (const value of values) {
    if (is(value)) return value;
    if (pieces.isDue()) await pieces.pause();
  }
  return undefined;
}

/**
 * Like `mapInPieces`, for values that are not needed afterwards: the list is emptied, so that each value can
 * be freed.
 */
export async function drainInPieces<T, U>(values: T[], map: (value: T) => U): Promise<U[]> {
  const pieces = createPieces();
  const mapped: U[] = [];
  const left = values.splice(0).toReversed();
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    mapped.push(map(value));
    if (pieces.isDue()) await pieces.pause();
  }
  return mapped;
}

/** Characters. A shorter text is parsed at once, which takes less time than a piece. */
const SMALL = 250_000;

/**
 * Maximum characters of an entry, and of everything outside the lists. Trakt's entry of a series with 2,000
 * watched episodes has 150,000.
 */
const LARGEST_ENTRY = 2_000_000;

/**
 * Like `parseJson`, without blocking other requests: the entries of a list, or of the lists in an object, are
 * parsed one by one. A text that is nested too deep, or has a very long entry, counts as no JSON.
 */
export async function parseJsonInPieces(text: string): Promise<unknown> {
  if (text.length < SMALL) return isDeep(text) ? undefined : parseJson(text);
  const pieces = createPieces();
  const scan = createScan(text);
  try {
    for (const at of jsonStructure(text)) {
      if (at >= 0) scan.take(text.charAt(at), at);
      if (pieces.isDue()) await pieces.pause();
    }
    return scan.end();
  } catch {
    return undefined;
  }
}

const OPENING = new Set(['[', '{']);

const CLOSING = new Set([']', '}']);

interface List {
  readonly items: unknown[];
  readonly depth: number;
  /** Where the next entry begins. */
  from: number;
}

/** Walks over the tokens. Throws if the text is not JSON. */
function createScan(text: string) {
  const cutter = createCutter(text);
  let depth = 0;
  return {
    take(token: string, at: number): void {
      if (OPENING.has(token)) depth += 1;
      if (depth > largestDepth) throw new RangeError();
      cutter.take(token, at, depth);
      if (CLOSING.has(token)) depth -= 1;
    },
    end: () => cutter.end(),
  };
}

/** Cuts the lists out of the text and parses their entries one by one. */
function createCutter(text: string) {
  const lists: unknown[][] = [];
  /** The text with `[n]` in place of the nth list. */
  let rest = '';
  let copied = 0;
  let list: List | undefined;

  const addItem = (open: List, end: number) => open.items.push(parseEntry(text.slice(open.from, end)));
  const open = (at: number, depth: number) => {
    list = { items: [], depth, from: at + 1 };
    rest += `${text.slice(copied, at)}[${String(lists.length)}]`;
    lists.push(list.items);
  };
  const close = (finished: List, at: number) => {
    const isEmpty = finished.items.length === 0 && text.slice(finished.from, at).trim() === '';
    if (!isEmpty) addItem(finished, at);
    copied = at + 1;
    list = undefined;
  };
  /** Handles a token between the entries of a list. */
  const goOn = (one: List, token: string, at: number) => {
    if (token === ']') close(one, at);
    if (token === '}') throw new SyntaxError();
    if (token !== ',') return;
    addItem(one, at);
    one.from = at + 1;
  };

  return {
    take(token: string, at: number, depth: number): void {
      if (list?.depth === depth) goOn(list, token, at);
      else if (token === '[' && list === undefined && depth <= 2) open(at, depth);
    },
    end(): unknown {
      if (list !== undefined) throw new SyntaxError();
      return withLists(parseEntry(rest + text.slice(copied)), lists);
    },
  };
}

function parseEntry(text: string): unknown {
  if (text.length > LARGEST_ENTRY) throw new RangeError();
  return JSON.parse(text);
}

/** Puts the lists back in their places. */
function withLists(content: unknown, lists: unknown[][]): unknown {
  const listOf = (value: unknown) => (Array.isArray(value) ? lists[Number(value[0])] : value);
  if (!isRecord(content)) return listOf(content);
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, listOf(value)]));
}
