import { parseJson } from '../values/parse-json';

/**
 * The value of the JavaScript literal that begins at `start` in an inline script; undefined where there is
 * none. Nothing is evaluated. Objects, arrays, strings in any quotes (template literals without `${}`),
 * numbers, `true`, `false`, `null`, `undefined`, `void 0`, `!0`, `!1`, `JSON.parse("…")`, keys without
 * quotes, trailing commas and comments are known. Other names inside an object or array become null.
 *
 * The tokens up to the end of the literal are rewritten as JSON. Whether their order is valid is left to
 * `JSON.parse`, for which `__proto__` is an ordinary key.
 */
export function parseJsLiteral(text: string, start = 0): unknown {
  const maximumDepth = 100;
  const json: string[] = [];
  const token = new RegExp(TOKEN, 'uy');
  token.lastIndex = start;
  let depth = 0;
  let word: string | undefined;
  while (depth > 0 || json.length === 0) {
    const match = token.exec(text);
    if (match === null || depth > maximumDepth) return undefined;
    const [, blank, mark] = match;
    if (blank !== undefined) continue;
    if (mark === undefined) json.push(valueToJson(match, depth > 0));
    else depth += addMark(json, mark, word);
    word = bareWord(match);
  }
  return parseJson(json.join(''));
}

const QUOTED = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\x60(?:[^\x60\\$]|\\[^])*\x60`;

/** Groups: blank or comment, punctuation, the argument of `JSON.parse`, a string, a number; else a word. */
const TOKEN = [
  String.raw`(\s+|/\*[^]*?\*/|//.*)|([{}[\]:,])`,
  String.raw`JSON\.parse\s*\(\s*(${QUOTED})\s*\)|(${QUOTED})`,
  String.raw`([+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))`,
  String.raw`!0|!1|void 0|[\p{L}\p{N}_$][\p{L}\p{N}_$.]*`,
].join('|');

/** A bare name or number. Before a colon it is a key. */
function bareWord([whole, , mark, nestedJson, string]: RegExpExecArray): string | undefined {
  return (mark ?? nestedJson ?? string) === undefined ? whole : undefined;
}

/**
 * Adds punctuation: without a trailing comma before it, and with the word before a colon as a key. Returns
 * the change of depth.
 */
function addMark(json: string[], mark: string, word: string | undefined): number {
  const closes = /[}\]]/.test(mark);
  if (closes && json.at(-1) === ',') json.pop();
  if (mark === ':' && word !== undefined) json[json.length - 1] = JSON.stringify(word);
  json.push(mark);
  return Number(/[{[]/.test(mark)) - Number(closes);
}

function valueToJson(token: RegExpExecArray, isNested: boolean): string {
  const [word, , , nestedJson, string, number] = token;
  if (nestedJson !== undefined) return unquote(nestedJson);
  if (string !== undefined) return JSON.stringify(unquote(string));
  if (number !== undefined) return JSON.stringify(Number(number));
  if (/^(?:!0|true)$/.test(word)) return 'true';
  if (/^(?:!1|false)$/.test(word)) return 'false';
  // Another name, such as a variable. Alone it is no literal.
  return isNested ? 'null' : word;
}

function unquote(quoted: string): string {
  const escape = /\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[^])/gi;
  return quoted.slice(1, -1).replaceAll(escape, (_, escaped: string) => {
    if (escaped.length === 1) return ESCAPED[escaped] ?? escaped;
    const point = Number.parseInt(escaped.replace(/^[ux]\{?/i, ''), 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  });
}

/** An escaped line break continues the line. */
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '',
  '\n': '',
};
