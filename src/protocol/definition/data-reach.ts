import type { AnySource } from './visit';

/** What a source reads of a page that a person who looks at it does not see. */
export function dataReach(source: AnySource): string[] {
  const inside = Object.values(source).filter((value) => typeof value === 'string' && value.includes(' >> '));
  return [...(inside as string[]), ...hidden(source)];
}

function hidden(source: AnySource): string[] {
  if ('attribute' in source) return attributeReach(source.name);
  if ('scan' in source) return source.name === undefined ? [] : attributeReach(source.name);
  if ('meta' in source) return SHOWN_META.test(source.meta) ? [] : [`meta ${source.meta}`];
  const data = dataOf(source) ?? keptOf(source);
  if (data !== undefined) return [data];
  // Groups of the address are of the part that `match` names; these are all of it.
  return 'url' in source && WHOLE_ADDRESS.has(source.url) ? [source.url] : [];
}

/** Data that the page or its servers have. */
function dataOf(source: AnySource): string | undefined {
  if ('scriptJson' in source) return `${source.scriptJson} ${source.path}`;
  if ('scriptAssignment' in source) return `${source.scriptAssignment} ${source.path}`;
  if ('nextFlight' in source) return `self.__next_f ${source.path}`;
  if ('endpoint' in source) return `${source.endpoint} ${source.path}`;
  if ('received' in source) return `${source.received} ${source.path}`;
  return 'request' in source ? source.request : undefined;
}

/** Data inside of what the browser or the page's scripts keep. */
function keptOf(source: AnySource): string | undefined {
  if (!('path' in source) || source.path === undefined) return undefined;
  if ('storage' in source) return `${source.storage} ${source.path}`;
  return 'pageWorld' in source ? `${source.pageWorld} ${source.path}` : undefined;
}

function attributeReach(name: string): string[] {
  return SHOWN_ATTRIBUTES.has(name) ? [] : [`[${name}]`];
}

/** Read aloud, or shown when a pointer rests. */
const SHOWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'title',
  'alt',
  'aria-label',
  'aria-valuetext',
  'lang',
]);

/** What a page states for whoever links to it. */
const SHOWN_META =
  /^(?:og|twitter|video|article|apple):|^(?:title|description|name|headline|application-name)$/;

const WHOLE_ADDRESS: ReadonlySet<string> = new Set(['$query', '$hash']);
