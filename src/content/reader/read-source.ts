import { fillTemplate, templateNames } from '../../core/definition/template';
import type { Guard, Source } from '../../protocol/definition';
import { cleanText, textOf } from './clean-text';
import type { ReadContext } from './context';
import { isSomething } from './is-something';
import { remembered } from './memory';
import {
  addressesOf,
  hasType,
  readJsonLd,
  readNextFlight,
  readScriptAssignment,
  readScriptJson,
} from './page-json';
import { closest, isVisible, queryAll } from './query';
import { runRegex } from './regex';
import type { SourceTrace } from './trace';
import { applyTransform, followPath } from './transform';
import { parseJson } from '../../core/values/parse-json';
import { defined } from '../../core/values/defined';

/** The value of the first source that has one and is trusted. `field` names it in the trace and in the memory. */
export async function readSources(
  sources: readonly Source[] | undefined,
  field: string,
  context: ReadContext,
): Promise<unknown> {
  for (const [index, source] of (sources ?? []).entries()) {
    const value = await readSource(source, field, index, context);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether each yields something other than false and empty text; of a list inside, any one. */
export async function readAll(
  conditions: readonly (Source | readonly Source[])[] | undefined,
  field: string,
  context: ReadContext,
): Promise<boolean> {
  for (const [index, condition] of (conditions ?? []).entries()) {
    const found =
      'map' in condition
        ? readSources(condition, `${field}.${index}`, context)
        : readSource(condition, field, index, context);
    if ((await found) === undefined) return false;
  }
  return true;
}

async function readSource(
  source: Source,
  field: string,
  index: number,
  context: ReadContext,
): Promise<unknown> {
  const trace = context.trace?.try(field, index, source);
  const read = await readTransformed(source, context, trace);
  const passed = isSomething(read) && (await passes(source.guards, read, context, trace));
  const trusted = passed ? read : undefined;
  const value = source.remember === true ? keep(context, `${field}:${index}`, trusted) : trusted;
  trace?.done(read, passed, value);
  return value;
}

type BareSource = NonNullable<Guard['of']>;

async function readTransformed(
  source: BareSource,
  context: ReadContext,
  trace?: SourceTrace,
): Promise<unknown> {
  let value = await readRaw(source, context);
  trace?.raw(value);
  for (const transform of source.transforms ?? []) {
    if (value === undefined || value === null) return undefined;
    value = applyTransform(value, transform, context);
    trace?.transformed(transform, value);
  }
  return typeof value === 'string' ? cleanText(value) : value;
}

async function passes(
  guards: readonly Guard[] | undefined,
  value: unknown,
  context: ReadContext,
  trace?: SourceTrace,
): Promise<boolean> {
  for (const guard of guards ?? []) {
    const seen = guard.of === undefined ? value : await readTransformed(guard.of, context);
    const passed = holds(guard, seen, context) !== (guard.not === true);
    trace?.guarded(guard, seen, passed);
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
  if ('text' in source || 'attribute' in source || 'scan' in source) return readElements(source, context);
  if ('exists' in source)
    return elements(source.exists, source.aroundVideo, context).some(
      (element) => source.visible !== true || isVisible(element),
    )
      ? true
      : undefined;
  if ('title' in source) return document.title;
  if ('meta' in source) {
    const name = JSON.stringify(source.meta);
    return (
      queryAll(document, `meta[property=${name}],meta[name=${name}],meta[itemprop=${name}]`)[0]?.getAttribute(
        'content',
      ) ?? undefined
    );
  }
  if ('jsonLd' in source) return readLinkedData(source, context);
  if ('mediaSession' in source) return context.mediaSession()?.[source.mediaSession];
  if ('storage' in source) return readStorage(source, context);
  if ('request' in source) {
    return firstOf(context.requests().toReversed(), (address) => {
      const match = runRegex(source.request, address, 'u');
      return match?.[1] ?? match?.[0];
    });
  }
  if ('constant' in source) return source.constant;
  const whole =
    'scriptJson' in source
      ? readScriptJson(document, source.scriptJson, memory)
      : 'scriptAssignment' in source
        ? readScriptAssignment(document, source.scriptAssignment, memory)
        : 'nextFlight' in source
          ? readNextFlight(document, memory)
          : await ('endpoint' in source
              ? readEndpoint(source.endpoint, context)
              : readPageWorld(source.pageWorld, source.element, context));
  return source.path === undefined ? whole : followPath(whole, source.path);
}

function firstOf<From, Value>(all: readonly From[], read: (from: From) => Value): Value | undefined {
  for (const one of all) {
    const value = read(one);
    if (isSomething(value)) return value;
  }
  return undefined;
}

function elements(
  selector: string,
  aroundVideo: string | undefined,
  { document, video }: ReadContext,
): Element[] {
  if (aroundVideo === undefined) return queryAll(document, selector);
  const around = video && closest(video, aroundVideo);
  return around === undefined ? [] : queryAll(around, selector);
}

type ElementSource = Extract<BareSource, { text: string } | { attribute: string } | { scan: string }>;

/** The first text that is not empty, or the one at its place; for `scan` the place is counted from the first that matches. */
function readElements(source: ElementSource, context: ReadContext): string | undefined {
  const found = elements(
    'text' in source ? source.text : 'attribute' in source ? source.attribute : source.scan,
    source.aroundVideo,
    context,
  );
  const {
    name,
    own,
    index,
  }: { name?: string | undefined; own?: true | undefined; index?: number | undefined } = source;
  const read = (element: Element | undefined) =>
    element && (name === undefined ? elementText(element, own) : (element.getAttribute(name) ?? ''));
  if ('scan' in source) {
    const at = found.findIndex((element) => {
      const text = read(element) ?? '';
      return text !== '' && runRegex(source.matches, text) !== null;
    });
    return at === -1 ? undefined : read(found[at + (source.offset ?? 0)]);
  }
  return firstOf(index === undefined ? found : [found.at(index)], read);
}

function elementText(element: Element, own: true | undefined): string {
  const nodes =
    own === true ? Array.from(element.childNodes).filter((node) => node.nodeType === 3) : [element];
  return cleanText(nodes.map((node) => node.textContent ?? '').join(' '));
}

function readLinkedData(
  source: Extract<BareSource, { jsonLd: readonly string[] }>,
  context: ReadContext,
): unknown {
  const about = source.about === undefined ? '' : fillTemplate(source.about, context.values);
  if (about === undefined) return undefined;
  const isMeant = (object: Readonly<Record<string, unknown>>) =>
    hasType(object, source.jsonLd) &&
    (about === '' || addressesOf(object).some((address) => address.includes(about)));
  return firstOf(readJsonLd(context.document, context.memory), (object) =>
    isMeant(object) ? followPath(object, source.path) : undefined,
  );
}

function readStorage(source: Extract<BareSource, { storage: string }>, context: ReadContext): unknown {
  const storage = context.storage(source.area ?? 'local');
  if (storage === undefined) return undefined;
  const prefix = source.storage.endsWith('*') ? source.storage.slice(0, -1) : undefined;
  const keys =
    prefix === undefined
      ? [source.storage]
      : Array.from({ length: Math.min(storage.length, 500) }, (_, at) => storage.key(at) ?? '').filter(
          (key) => key.startsWith(prefix),
        );
  return firstOf(keys, (key) => {
    const text = storage.getItem(key);
    return source.path === undefined ? text : followPath(parseJson(text ?? ''), source.path);
  });
}

/** An answer stays as long as its question is the same: it is asked with the values its own placeholders name. */
async function readEndpoint(name: string, context: ReadContext): Promise<unknown> {
  const endpoint = context.definition.endpoints?.[name];
  const wanted = endpoint && templateNames(JSON.stringify(endpoint));
  const values = Object.fromEntries(Object.entries(context.values).filter(([key]) => wanted?.includes(key)));
  return remembered(
    context.memory,
    `endpoint ${name} ${JSON.stringify(values)}`,
    Infinity,
    context.now,
    async () => {
      const value = await context.askEndpoint(name, values);
      return endpoint?.check === undefined || answersFor(value, endpoint.check, values) ? value : undefined;
    },
  );
}

function answersFor(
  value: unknown,
  check: { readonly path: string; readonly equals: string },
  values: Readonly<Record<string, string>>,
): boolean {
  const wanted = fillTemplate(check.equals, values);
  const seen = followPath(value, check.path);
  return (
    wanted !== undefined && (Array.isArray(seen) ? seen : [seen]).some((part) => textOf(part) === wanted)
  );
}

/** The page's world changes by itself, so its answers are kept for three seconds only, and those of a clock not at all. */
function readPageWorld(path: string, element: string | undefined, context: ReadContext): Promise<unknown> {
  return remembered(
    context.memory,
    `world ${element ?? ''} ${path}`,
    context.fresh === true ? 0 : 3_000,
    context.now,
    () => context.askPageWorld({ path, ...defined({ element }) }),
  );
}
