import { fillTemplate, templateNames } from '../../core/definition/endpoint-request';
import type { SourceKind } from '../../protocol/definition/definition';
import { readerKey } from '../../core/definition/page-world-reader';
import { isRecord } from '../../core/values/is-record';
import type { OnDemandSource, ReadContext, BareSource, SourceOf } from './context';
import { entryFor, followPath } from './transform';
import { firstValue, elements, metaElement, readScan, textAt } from './read-elements';
import { addressesOf, hasType, readJsonLd, readScriptJson, type JsonLdObject } from './page-json';
import { isTranslated, isVisible } from './query';
import { textOf } from './clean-text';
import { remembered } from './memory';

type SourceReader<S> = (source: S, context: ReadContext) => unknown;

/** The value that a source finds, before any transform; undefined or null if there is none. */
export function readRaw(source: BareSource, context: ReadContext): unknown {
  // The entry belongs to this kind of source, which the type of a table cannot express.
  const read = entryFor(readers, source) as SourceReader<BareSource> | undefined;
  return read ? read(source, context) : context.readOnDemand(source as OnDemandSource, context);
}

type OnDemandKind = 'scriptAssignment' | 'nextFlight' | 'storage' | 'request' | 'received';

/** All kinds except those that are read on demand. */
const readers: { readonly [Kind in Exclude<SourceKind, OnDemandKind>]: SourceReader<SourceOf<Kind>> } = {
  url: ({ url }, { values }) => (Object.hasOwn(values, url) ? values[url] : undefined),
  text: (source, context) => textAt(elements(source.text, source, context), source),
  attribute: (source, context) => textAt(elements(source.attribute, source, context), source),
  scan: readScan,
  exists: (source, context) =>
    elements(source.exists, source, context).some((one) => !source.visible || isVisible(one)) || undefined,
  title(source, context) {
    const { title } = context.document;
    if (isTranslated(context.document)) return '';
    // "(3) The Film" has a count of messages; "(500) Days of Summer" has not.
    return /^\(\d+\+?\) /.test(title) ? context.readOnDemand(source, context) : title;
  },
  meta: ({ meta }, { document }) => metaElement(document, meta)?.getAttribute('content') ?? undefined,
  jsonLd: readLinkedData,
  scriptJson: alongPath(({ scriptJson }, { document, memory }) =>
    readScriptJson(document, scriptJson, memory),
  ),
  mediaSession: ({ mediaSession }, context) => context.mediaSession()?.[mediaSession],
  endpoint: alongPath(readEndpoint),
  pageWorld: alongPath(readPageWorld),
  constant: ({ constant }) => constant,
};

/** A reader that follows the path of its source in the JSON that `read` returns. */
function alongPath<S extends Readonly<{ path?: string | undefined }>>(
  read: SourceReader<S>,
): SourceReader<S> {
  return (source, context) => {
    const json = read(source, context);
    return source.path === undefined ? json : followPath(json, source.path);
  };
}

/** Among the JSON-LD objects of a type, and about a title, the first in which the path finds something. */
function readLinkedData({ jsonLd, about, path }: SourceOf<'jsonLd'>, context: ReadContext): unknown {
  const wanted = about === undefined ? '' : fillTemplate(about, context.values);
  if (wanted === undefined) return undefined;
  const fits = (object: JsonLdObject) =>
    hasType(object, jsonLd) && (wanted === '' || addressesOf(object).some((one) => one.includes(wanted)));
  const objects = readJsonLd(context.document, context.memory);
  return firstValue(objects, (object) => (fits(object) ? followPath(object, path) : undefined));
}

/** The answer of an endpoint, requested once for each combination of values of its own placeholders. */
function readEndpoint({ endpoint: name }: SourceOf<'endpoint'>, context: ReadContext): unknown {
  const endpoint = context.definition.endpoints?.[name];
  const names = endpoint && templateNames(JSON.stringify(endpoint));
  const values = Object.fromEntries(Object.entries(context.values).filter(([key]) => names?.includes(key)));
  const key = `endpoint ${name} ${JSON.stringify(values)}`;
  return remembered(context.memory, key, Infinity, context.now, async () => {
    const value = await context.askEndpoint(name, values);
    return endpoint?.check === undefined || isAbout(value, endpoint.check, values) ? value : undefined;
  });
}

/**
 * A value of the page's world. All of them are requested at once. The answer is kept until `renewReading`
 * drops it; without that, for one reading. An answer without any value counts as failed. With `fresh`, only
 * an answer to this reading counts.
 */
function readPageWorld(
  { pageWorld: path, element }: SourceOf<'pageWorld'>,
  { memory, now, fresh, askPageWorld }: ReadContext,
): unknown {
  const { world } = memory;
  if (fresh && world && world.askedAt !== now) return undefined;
  const values = remembered(memory, 'world', world ? 1e9 : 100, now, askPageWorld);
  return isRecord(values) ? values[readerKey(path, element)] : undefined;
}

/** Whether an answer passes the `check` of its endpoint. */
function isAbout(
  value: unknown,
  check: Readonly<{ path: string; equals: string }>,
  values: Readonly<Record<string, string>>,
): boolean {
  const wanted = fillTemplate(check.equals, values);
  if (wanted === undefined) return false;
  return [followPath(value, check.path)].flat().some((part) => textOf(part) === wanted);
}
