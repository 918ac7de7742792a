import { fillTemplate, templateNames } from '../../core/template';
import type { Guard, Source } from '../../protocol/definition';
import { cleanText, textOf } from './clean-text';
import type { ReadContext } from './context';
import { remembered } from './memory';
import { addressesOf, hasType, readJsonLd, readNextFlight, readScriptAssignment, readScriptJson } from './page-json';
import { closest, isVisible, queryAll } from './query';
import { runRegex } from './regex';
import { showValue, type TraceEntry } from './trace';
import { applyTransform, followPath } from './transform';

/** The value of the first source that has one and is trusted. `field` names it in the trace and in the memory. */
export async function readSources(sources: readonly Source[] | undefined, field: string, context: ReadContext): Promise<unknown> {
  for (const [index, source] of (sources ?? []).entries()) {
    const value = await readSource(source, field, index, context);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether each yields something other than false and empty text; of a list inside, any one. */
export async function readAll(conditions: readonly (Source | readonly Source[])[] | undefined, field: string, context: ReadContext): Promise<boolean> {
  for (const [index, condition] of (conditions ?? []).entries()) {
    const found = 'map' in condition ? readSources(condition, `${field}.${index}`, context) : readSource(condition, field, index, context);
    if ((await found) === undefined) return false;
  }
  return true;
}

async function readSource(source: Source, field: string, index: number, context: ReadContext): Promise<unknown> {
  const log: Log | undefined = context.trace && { transforms: [], guards: [] };
  const read = await readTransformed(source, context, log);
  const passed = isSomething(read) && (await passes(source.guards, read, context, log));
  const value = source.remember === true ? keep(context, `${field}:${index}`, passed ? read : undefined) : passed ? read : undefined;
  const outcome = passed ? 'hit' : value !== undefined ? 'remembered' : isSomething(read) ? 'refused' : 'miss';
  context.trace?.push({ field, index, source, outcome, transforms: [], guards: [], ...log, ...shown('value', value) });
  return value;
}

interface Log {
  raw?: string;
  transforms: TraceEntry['transforms'][number][];
  guards: TraceEntry['guards'][number][];
}

type BareSource = NonNullable<Guard['of']>;

async function readTransformed(source: BareSource, context: ReadContext, log?: Log): Promise<unknown> {
  let value = await readRaw(source, context);
  if (log) Object.assign(log, shown('raw', value));
  for (const transform of source.transforms ?? []) {
    if (value === undefined || value === null) return undefined;
    value = applyTransform(value, transform, context.values);
    log?.transforms.push({ transform, ...shown('value', value) });
  }
  return typeof value === 'string' ? cleanText(value) : value;
}

async function passes(guards: readonly Guard[] | undefined, value: unknown, context: ReadContext, log?: Log): Promise<boolean> {
  for (const guard of guards ?? []) {
    const seen = guard.of === undefined ? value : await readTransformed(guard.of, context);
    const passed = holds(guard, seen, context) !== (guard.not === true);
    log?.guards.push({ guard, ...shown('seen', seen), passed });
    if (!passed) return false;
  }
  return true;
}

function holds(guard: Guard, seen: unknown, context: ReadContext): boolean {
  const text = textOf(seen);
  if (guard.matches !== undefined) return text !== undefined && runRegex(guard.matches, text) !== null;
  const template = guard.equals ?? guard.contains;
  if (template === undefined) return isSomething(seen);
  const wanted = fillTemplate(template, context.values)?.toLowerCase();
  if (wanted === undefined || text === undefined) return false;
  return guard.equals === undefined ? text.toLowerCase().includes(wanted) : text.toLowerCase() === wanted;
}

function keep(context: ReadContext, key: string, value: unknown): unknown {
  if (value === undefined) return context.memory.values.get(key);
  context.memory.values.set(key, value);
  context.memory.fresh.add(key);
  return value;
}

/** What stands there, before any transform. */
async function readRaw(source: BareSource, context: ReadContext): Promise<unknown> {
  const { document, memory, values } = context;
  if ('url' in source) return Object.hasOwn(values, source.url) ? values[source.url] : undefined;
  if ('text' in source) return pick(elements(source.text, source.aroundVideo, context), source.index, (element) => elementText(element, source.own));
  if ('attribute' in source) return pick(elements(source.attribute, source.aroundVideo, context), source.index, (element) => element.getAttribute(source.name) ?? '');
  if ('scan' in source) {
    const found = elements(source.scan, source.aroundVideo, context);
    const read = (element: Element) => (source.name === undefined ? elementText(element, source.own) : (element.getAttribute(source.name) ?? ''));
    const at = found.findIndex((element) => {
      const text = read(element);
      return text !== '' && runRegex(source.matches, text) !== null;
    });
    const wanted = at === -1 ? undefined : found[at + (source.offset ?? 0)];
    return wanted && read(wanted);
  }
  if ('exists' in source) return elements(source.exists, source.aroundVideo, context).some((element) => source.visible !== true || isVisible(element)) ? true : undefined;
  if ('title' in source) return document.title;
  if ('meta' in source) {
    const name = JSON.stringify(source.meta);
    return queryAll(document, `meta[property=${name}],meta[name=${name}],meta[itemprop=${name}]`)[0]?.getAttribute('content') ?? undefined;
  }
  if ('jsonLd' in source) return readLinkedData(source, context);
  if ('scriptJson' in source) return followPath(readScriptJson(document, source.scriptJson, memory), source.path);
  if ('scriptAssignment' in source) return followPath(readScriptAssignment(document, source.scriptAssignment, memory), source.path);
  if ('nextFlight' in source) return followPath(readNextFlight(document, memory), source.path);
  if ('mediaSession' in source) return context.mediaSession()?.[source.mediaSession];
  if ('storage' in source) return readStorage(source, context);
  if ('endpoint' in source) return followPath(await readEndpoint(source.endpoint, context), source.path);
  if ('pageWorld' in source) {
    const answer = await readPageWorld(source.pageWorld, source.element, context);
    return source.path === undefined ? answer : followPath(answer, source.path);
  }
  if ('request' in source) {
    const found = context.requests().findLast((address) => runRegex(source.request, address, 'u') !== null);
    const match = found === undefined ? null : runRegex(source.request, found, 'u');
    return match?.[1] ?? match?.[0];
  }
  return source.constant;
}

function elements(selector: string, aroundVideo: string | undefined, { document, video }: ReadContext): Element[] {
  if (aroundVideo === undefined) return queryAll(document, selector);
  const around = video && closest(video, aroundVideo);
  return around === undefined ? [] : queryAll(around, selector);
}

function pick(found: readonly Element[], index: number | undefined, read: (element: Element) => string): string | undefined {
  const wanted = index === undefined ? undefined : found.at(index);
  if (index !== undefined) return wanted && read(wanted);
  for (const element of found) {
    const text = read(element);
    if (text !== '') return text;
  }
  return undefined;
}

function elementText(element: Element, own?: true): string {
  const nodes = own === true ? Array.from(element.childNodes).filter((node) => node.nodeType === 3) : [element];
  return cleanText(nodes.map((node) => node.textContent ?? '').join(' '));
}

function readLinkedData(source: Extract<BareSource, { jsonLd: readonly string[] }>, context: ReadContext): unknown {
  const about = source.about === undefined ? '' : fillTemplate(source.about, context.values);
  if (about === undefined) return undefined;
  for (const object of readJsonLd(context.document, context.memory)) {
    if (!hasType(object, source.jsonLd)) continue;
    if (about !== '' && !addressesOf(object).some((address) => address.includes(about))) continue;
    const value = followPath(object, source.path);
    if (isSomething(value)) return value;
  }
  return undefined;
}

function readStorage(source: Extract<BareSource, { storage: string }>, context: ReadContext): unknown {
  const storage = context.storage(source.area ?? 'local');
  if (storage === undefined) return undefined;
  const prefix = source.storage.endsWith('*') ? source.storage.slice(0, -1) : undefined;
  const keys = prefix === undefined ? [source.storage] : Array.from({ length: Math.min(storage.length, 500) }, (_, at) => storage.key(at) ?? '').filter((key) => key.startsWith(prefix));
  for (const key of keys) {
    const text = storage.getItem(key);
    if (text === null) continue;
    const value = source.path === undefined ? text : applyTransform(text, { jsonPath: source.path }, context.values);
    if (isSomething(value)) return value;
  }
  return undefined;
}

/** An answer stays as long as its question is the same: it is asked with the values its own placeholders name. */
async function readEndpoint(name: string, context: ReadContext): Promise<unknown> {
  const endpoint = context.definition.endpoints?.[name];
  const wanted = endpoint && templateNames(JSON.stringify(endpoint));
  const values = Object.fromEntries(Object.entries(context.values).filter(([key]) => wanted?.includes(key)));
  return remembered(context.memory, `endpoint ${name} ${JSON.stringify(values)}`, Infinity, context.now, async () => {
    const value = await context.askEndpoint(name, values);
    return endpoint?.check === undefined || answersFor(value, endpoint.check, values) ? value : undefined;
  });
}

function answersFor(value: unknown, check: { readonly path: string; readonly equals: string }, values: Readonly<Record<string, string>>): boolean {
  const wanted = fillTemplate(check.equals, values);
  const seen = followPath(value, check.path);
  return wanted !== undefined && (Array.isArray(seen) ? seen : [seen]).some((part) => textOf(part) === wanted);
}

/** The page's world changes by itself, so its answers are kept for three seconds only, and those of a clock not at all. */
function readPageWorld(path: string, element: string | undefined, context: ReadContext): Promise<unknown> {
  return remembered(context.memory, `world ${element ?? ''} ${path}`, context.fresh === true ? 0 : 3_000, context.now, () =>
    context.askPageWorld({ path, ...(element === undefined ? {} : { element }) }),
  );
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !(typeof value === 'number' && Number.isNaN(value));
}

function shown<K extends string>(key: K, value: unknown): { [name in K]?: string } {
  const text = showValue(value);
  return text === undefined ? {} : ({ [key]: text } as { [name in K]: string });
}
