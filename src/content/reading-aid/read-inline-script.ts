import { parseJsLiteral } from '../../core/definition/js-literal';
import { parseJson } from '../../core/values/parse-json';
import type { InlineScriptSource, ReadContext } from '../reader/context';
import type { Memory } from '../reader/memory';
import { parseOnce } from '../reader/page-json';
import { queryAll } from '../reader/query';

/** The value that a source names in the page's inline scripts. */
export function readInlineScript(source: InlineScriptSource, { document, memory }: ReadContext): unknown {
  return 'nextFlight' in source
    ? readNextFlight(document, memory)
    : readScriptAssignment(document, source.scriptAssignment, memory);
}

/**
 * The value that an inline script assigns to a name: `window.__data = {…}`. The last assignment in the first
 * such script counts.
 */
export function readScriptAssignment(document: Document, name: string, memory: Memory): unknown {
  const names = [name, name.replace(/^(?:window|self|globalThis)\./, '')];
  for (const script of inlineScripts(document)) {
    for (const one of names) {
      const start = assignmentStart(script.textContent, one);
      const value = start && parseOnce(script, memory, (text) => parseJsLiteral(text, start), one);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** Where the last value assigned to a name starts. */
function assignmentStart(text: string, name: string): number | undefined {
  const at = text.lastIndexOf(name);
  if (at === -1) return undefined;
  const end = at + name.length;
  const assignment = /^\s*=(?!=)\s*/.exec(text.slice(end, end + 20));
  return assignment ? end + assignment[0].length : undefined;
}

/** The rows that Next.js pushes to `self.__next_f`, parsed, as one array. */
export function readNextFlight(document: Document, memory: Memory): unknown {
  const push = '__next_f.push(';
  const chunks = inlineScripts(document).flatMap((script) => {
    const at = script.textContent.indexOf(push);
    const pushed =
      at === -1 ? undefined : parseOnce(script, memory, (text) => parseJsLiteral(text, at + push.length));
    return Array.isArray(pushed) && typeof pushed[1] === 'string' ? [pushed[1]] : [];
  });
  if (chunks.length === 0) return undefined;
  const rows = chunks.join('').split('\n');
  return rows.flatMap((row) => {
    const json = /^[\da-f]+:[A-Z]{0,2}([[{].*)$/s.exec(row)?.[1];
    return (json && parseJson(json)) ?? [];
  });
}

function inlineScripts(document: Document): Element[] {
  return queryAll(document, 'script:not([src])');
}
