/**
 * The value of a JavaScript literal that begins at `start`, as pages assign it in inline scripts; undefined when it is
 * none. Objects, lists, texts in any quotes (without `${}`), numbers, true, false, null, undefined, `void 0`, `!0`, `!1`,
 * `JSON.parse("…")`, names without quotes, trailing commas, comments. Other names mean null; nothing is run.
 *
 * It is rewritten token by token into JSON, up to where it ends. Whether the tokens stand in an order that makes sense
 * is left to JSON.parse, for which `__proto__` is a property like any other.
 */
export function parseJsLiteral(text: string, start = 0): unknown {
  const json: string[] = [];
  let depth = 0;
  let bare: string | undefined;
  const token = new RegExp(tokens, 'uy');
  token.lastIndex = start;
  do {
    const match = token.exec(text);
    if (match === null || depth > 100) return undefined;
    const [whole, blank, mark, inner, quoted, number] = match;
    if (blank !== undefined) continue;
    if (mark !== undefined) {
      if (mark === '{' || mark === '[') depth += 1;
      if (mark === '}' || mark === ']') {
        depth -= 1;
        if (json.at(-1) === ',') json.pop();
      }
      // What looked like a value is the name of one.
      if (mark === ':' && bare !== undefined) json[json.length - 1] = JSON.stringify(bare);
    }
    bare = (mark ?? inner ?? quoted) ? undefined : whole;
    json.push(
      mark ??
        (inner !== undefined
          ? unquote(inner)
          : quoted !== undefined
            ? JSON.stringify(unquote(quoted))
            : number !== undefined
              ? JSON.stringify(Number(number))
              : whole === '!0'
                ? 'true'
                : whole === '!1'
                  ? 'false'
                  : // A name of something else; alone it is no literal, nor is what such a word begins.
                    depth > 0 && whole !== 'true' && whole !== 'false'
                    ? 'null'
                    : whole),
    );
  } while (depth > 0 || json.length === 0);
  try {
    return JSON.parse(json.join('')) as unknown;
  } catch {
    return undefined;
  }
}

const text = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\x60(?:[^\x60\\$]|\\[^])*\x60`;
const tokens = String.raw`(\s+|/\*[^]*?\*/|//.*)|([{}[\]:,])|JSON\.parse\s*\(\s*(${text})\s*\)|(${text})|([+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))|!0|!1|void 0|[\p{L}\p{N}_$][\p{L}\p{N}_$.]*`;

function unquote(raw: string): string {
  return raw
    .slice(1, -1)
    .replaceAll(/\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[^])/gi, (_, escaped: string) => {
      if (escaped.length === 1) return escapes[escaped] ?? escaped;
      const point = Number.parseInt(escaped.replace(/^[ux]\{?/i, ''), 16);
      return point > 0x10ffff ? '' : String.fromCodePoint(point);
    });
}

/** A line break that is escaped only breaks the line of the source. */
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '',
  '\n': '',
};
