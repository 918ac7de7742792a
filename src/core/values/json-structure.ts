const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[`, `]`, `{` and `}`, of which each opening one is two before its closing one. */
const BRACKETS: ReadonlySet<number> = new Set([0x5b, 0x5d, 0x7b, 0x7d]);

/** Characters without any structure after which a walk over it pauses. */
const STEP = 65_536;

/**
 * Places of the brackets and commas of a JSON text that stand outside of its strings. Each character is read
 * once, whatever the text: an expression that looks for strings scans to the end from every quote of a text
 * such as `"\"\"\"…`. Yields -1 now and then as well, where nothing stands, so that whoever reads a long text
 * can pause.
 */
export function* jsonStructure(text: string): Generator<number> {
  let isInString = false;
  let pause = STEP;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      pause = at + STEP;
      yield -1;
    }
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === COMMA || BRACKETS.has(code)) yield at;
  }
}

/**
 * Levels of objects and lists in a JSON text from outside. More exhaust the stack of what walks through them.
 */
export const largestDepth = 64;

/** Whether objects and lists are nested deeper than `largestDepth`. */
export function isDeep(text: string): boolean {
  if (text.length <= largestDepth) return false;
  let depth = 0;
  for (const at of jsonStructure(text)) {
    const bracket = text[at];
    if (bracket === '[' || bracket === '{') depth += 1;
    else if (bracket === ']' || bracket === '}') depth -= 1;
    if (depth > largestDepth) return true;
  }
  return false;
}
