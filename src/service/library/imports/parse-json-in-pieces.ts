import { isRecord } from '../../../core/values/is-record';
import { parseJson } from '../../../core/values/parse-json';
import { createPieces } from './in-pieces';

/** Texts of fewer characters are parsed at once, which takes less than a piece. */
const SMALL = 250_000;

/** Texts, in which brackets mean nothing, and what structures JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g;

/**
 * As `parseJson`, without holding other requests up: the entries of a list, or of the lists of an object, are
 * parsed one by one.
 */
export async function parseJsonInPieces(text: string): Promise<unknown> {
  if (text.length < SMALL) return parseJson(text);
  const pieces = createPieces();
  const scan = createScan(text);
  try {
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      scan.take(token, index);
      if (pieces.isDue()) await pieces.pause();
    }
    return scan.end();
  } catch {
    return undefined;
  }
}

interface List {
  readonly items: unknown[];
  readonly depth: number;
  /** Where the next entry begins. */
  from: number;
}

/** Walks over the tokens. Throws where the text is not JSON. */
function createScan(text: string) {
  const lists: unknown[][] = [];
  /** The text with `[n]` in the place of the nth list. */
  let rest = '';
  let copied = 0;
  let depth = 0;
  let list: List | undefined;

  const addItem = (open: List, end: number) => open.items.push(JSON.parse(text.slice(open.from, end)));
  const open = (at: number) => {
    list = { items: [], depth, from: at + 1 };
    rest += `${text.slice(copied, at)}[${String(lists.length)}]`;
    lists.push(list.items);
  };
  const close = (finished: List, token: string, at: number) => {
    if (token !== ']') throw new SyntaxError();
    const isEmpty = finished.items.length === 0 && text.slice(finished.from, at).trim() === '';
    if (!isEmpty) addItem(finished, at);
    copied = at + 1;
    list = undefined;
  };

  return {
    take(token: string, at: number): void {
      if (token === '[' || token === '{') {
        depth += 1;
        if (token === '[' && list === undefined && depth <= 2) open(at);
      } else if (token === ']' || token === '}') {
        if (list?.depth === depth) close(list, token, at);
        depth -= 1;
      } else if (token === ',' && list?.depth === depth) {
        addItem(list, at);
        list.from = at + 1;
      }
    },
    end(): unknown {
      if (list !== undefined) throw new SyntaxError();
      return withLists(JSON.parse(rest + text.slice(copied)), lists);
    },
  };
}

/** Puts the lists in the places that they were taken from. */
function withLists(content: unknown, lists: readonly unknown[][]): unknown {
  const listOf = (value: unknown) => (Array.isArray(value) ? lists[Number(value[0])] : value);
  if (!isRecord(content)) return listOf(content);
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, listOf(value)]));
}
