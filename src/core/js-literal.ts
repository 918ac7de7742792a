/**
 * The value of a JavaScript literal that begins at `start`, as pages assign it in inline scripts; undefined when it is
 * none. Objects, lists, texts in any quotes (without `${}`), numbers, true, false, null, undefined, `void 0`, `!0`, `!1`,
 * `JSON.parse("…")`, names without quotes, trailing commas, comments. Other names mean null; nothing is run.
 */
export function parseJsLiteral(text: string, start = 0): unknown {
  const state = { text, at: start, depth: 0 };
  try {
    return value(state);
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

class LiteralError extends Error {}

interface State {
  readonly text: string;
  at: number;
  depth: number;
}

function value(state: State): unknown {
  blank(state);
  const character = state.text[state.at];
  if (character === '{') return object(state);
  if (character === '[') return array(state);
  if (character === '"' || character === "'" || character === '`') return quoted(state);
  const number = take(state, /[+-]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy);
  if (number !== undefined) return Number(number);
  if (take(state, /!0/y) !== undefined) return true;
  if (take(state, /!1/y) !== undefined) return false;
  if (take(state, /void 0/y) !== undefined) return null;
  const name = take(state, /[A-Za-z_$][\w$.]*/y);
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'JSON.parse') return parsed(state);
  if (name === undefined || /^(?:function|new|class|async|await)$/.test(name)) throw new LiteralError('not a literal');
  return null;
}

function object(state: State): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  each(state, '}', () => {
    const quote = state.text[state.at] ?? '';
    const key = '"\'`'.includes(quote) ? quoted(state) : take(state, /[\p{L}\p{N}_$]+/uy);
    if (key === undefined) throw new LiteralError('no key');
    expect(state, /:/y);
    const inner = value(state);
    if (key !== '__proto__') result[key] = inner;
  });
  return result;
}

function array(state: State): unknown[] {
  const result: unknown[] = [];
  each(state, ']', () => result.push(value(state)));
  return result;
}

function each(state: State, end: string, readOne: () => void): void {
  state.at += 1;
  state.depth += 1;
  if (state.depth > 100) throw new LiteralError('too deep');
  for (blank(state); state.text[state.at] !== end; blank(state)) {
    readOne();
    blank(state);
    if (state.text[state.at] !== end) expect(state, /,/y);
  }
  state.at += 1;
  state.depth -= 1;
}

function quoted(state: State): string {
  const raw = take(state, /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\$]|\\[^])*`/y);
  if (raw === undefined) throw new LiteralError('text does not end');
  return raw.slice(1, -1).replaceAll(/\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi, (_, long?: string, four?: string, two?: string, plain: string = '') => {
    const code = long ?? four ?? two;
    if (code === undefined) return plain === '\n' ? '' : (escapes[plain] ?? plain);
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  });
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '' };

function parsed(state: State): unknown {
  expect(state, /\(/y);
  blank(state);
  const text = quoted(state);
  expect(state, /\)/y);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LiteralError('no JSON in JSON.parse');
  }
}

function blank(state: State): void {
  take(state, /(?:\s|\/\*[^]*?\*\/|\/\/.*)*/y);
}

function expect(state: State, pattern: RegExp): void {
  blank(state);
  if (take(state, pattern) === undefined) throw new LiteralError('unexpected');
}

function take(state: State, pattern: RegExp): string | undefined {
  pattern.lastIndex = state.at;
  const match = pattern.exec(state.text);
  if (match === null) return undefined;
  state.at = pattern.lastIndex;
  return match[0];
}
