import { fillTemplate } from '../../core/definition/template';
import { receivedKey } from '../../core/definition/page-world-reader';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type { OnDemandSource, ReadableStorage, ReadContext } from '../reader/context';
import { firstValue } from '../reader/first-value';
import { remembered } from '../reader/memory';
import { runRegex } from '../reader/regex';
import type { SourceOf } from '../reader/source-of';
import { followPath } from '../reader/transform';
import { readInlineScript } from './read-inline-script';
import { tabTitle } from './title-and-address';

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
