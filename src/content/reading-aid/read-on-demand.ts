import { fillTemplate } from '../../core/definition/endpoint-request';
import { receivedKey } from '../../core/definition/page-world-reader';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type {
  OnDemandSource,
  ReadableStorage,
  ReadContext,
  SourceOf,
  InlineScriptSource,
} from '../reader/context';
import { firstValue } from '../reader/read-elements';
import { remembered, type Memory } from '../reader/memory';
import { runRegex } from '../reader/regex';
import { followPath } from '../reader/transform';
import { tabTitle } from './title-and-address';
import { parseJsLiteral } from '../../core/definition/js-literal';
import { parseOnce } from '../reader/page-json';
import { queryAll } from '../reader/query';

/** The value of a source that few definitions have, so its reader is not part of the content script. */
export function readOnDemand(source: OnDemandSource, context: ReadContext): unknown {
  if ('storage' in source) return readStorage(source, context);
  if ('request' in source) return readRequest(source, context);
  if ('received' in source) return readReceived(source, context);
  if ('title' in source) return tabTitle(context.document);
  const json = readInlineScript(source, context);
  return source.path === undefined ? json : followPath(json, source.path);
}

/** What the path finds in the page's latest received response that is about the title. */
function readReceived(
  { received, path, about = '' }: SourceOf<'received'>,
  { memory, now, askPageWorld, values }: ReadContext,
): unknown {
  const all = remembered(memory, 'world', memory.world ? 1e9 : 100, now, askPageWorld);
  const answers = isRecord(all) ? all[receivedKey(received)] : undefined;
  const wanted = fillTemplate(about, values);
  if (!Array.isArray(answers) || wanted === undefined) return undefined;
  return firstValue(answers.toReversed(), (one: unknown) =>
    isRecord(one) && String(one['url']).includes(wanted) ? followPath(one['body'], path) : undefined,
  );
}

/** The value of a key. A key that ends in `*` stands for the first key with that beginning and a value. */
function readStorage(
  { storage: key, area = 'local', path }: SourceOf<'storage'>,
  context: ReadContext,
): unknown {
  const storage = context.storage(area);
  if (storage === undefined) return undefined;
  const keys = key.endsWith('*') ? keysWithPrefix(storage, key.slice(0, -1)) : [key];
  return firstValue(keys, (name) => {
    const text = storage.getItem(name);
    return path === undefined ? text : followPath(parseJson(text ?? ''), path);
  });
}

function keysWithPrefix(storage: ReadableStorage, prefix: string): string[] {
  const count = Math.min(storage.length, 500);
  const keys = Array.from({ length: count }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}

/** From the latest matching address: the first group, or the whole match. */
function readRequest({ request }: SourceOf<'request'>, context: ReadContext): string | undefined {
  return firstValue(context.requests().toReversed(), (address) => {
    const match = runRegex(request, address, 'u');
    return match?.[1] ?? match?.[0];
  });
}

/** The value that a source names in the page's inline scripts. */
function readInlineScript(source: InlineScriptSource, { document, memory }: ReadContext): unknown {
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
