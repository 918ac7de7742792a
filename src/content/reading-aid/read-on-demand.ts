import { parseJson } from '../../core/values/parse-json';
import type { OnDemandSource, ReadableStorage, ReadContext } from '../reader/context';
import { firstValue } from '../reader/first-value';
import { runRegex } from '../reader/regex';
import type { SourceOf } from '../reader/source-of';
import { followPath } from '../reader/transform';
import { readInlineScript } from './read-inline-script';

/** The value of a source that few definitions have, so that its reader is not part of the content script. */
export function readOnDemand(source: OnDemandSource, context: ReadContext): unknown {
  if ('storage' in source) return readStorage(source, context);
  if ('request' in source) return readRequest(source, context);
  const json = readInlineScript(source, context);
  return source.path === undefined ? json : followPath(json, source.path);
}

/** The value of a key; a key that ends in `*` stands for the first one with that beginning and a value. */
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

/** In the latest address that matches: the first group, or the whole match. */
function readRequest({ request }: SourceOf<'request'>, context: ReadContext): string | undefined {
  return firstValue(context.requests().toReversed(), (address) => {
    const match = runRegex(request, address, 'u');
    return match?.[1] ?? match?.[0];
  });
}
