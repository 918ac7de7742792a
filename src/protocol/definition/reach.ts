import type { Definition, PageDefinition, PlayerDefinition } from './definition';
import { visitDefinition, type AnySource } from './visit';

/**
 * Something that a definition reads or requests beyond what its pages show. An update may change only
 * harmless things without a question: it may cover the same or fewer pages, and use sources that show text.
 * `test/protocol/definition/reach.test.ts` has a row for every field of the schema.
 */
export type Reach = Readonly<{
  kind: (typeof reachKinds)[number];
  value: string;
}>;

const reachKinds = [
  'host',
  'frame',
  'api-host',
  'user-hosts',
  'endpoint',
  'method',
  'header',
  'body',
  'cookies',
  'storage',
  'page-world',
  'page',
  'data',
] as const;

/** Everything that a definition reaches, without duplicates. */
export function reachOf(definition: Definition): Reach[] {
  const { hosts, apiHosts = [], frames = [], userHosts } = definition;
  const frameHosts = frames.flatMap((frame) => frame.hosts);
  const found: Reach[] = [
    ...all('host', hosts),
    ...all('frame', frameHosts),
    ...all('api-host', apiHosts),
    ...all('user-hosts', userHosts === undefined ? [] : ['*']),
  ];
  found.push(...all('page', pageReach(definition)));
  // Only the person may decide that a page's own statements are believed.
  if (definition.pages.some(({ generic }) => generic === 'confirmed'))
    found.push({ kind: 'data', value: 'generic: confirmed' });
  visitDefinition(definition, {
    source(source) {
      found.push(...all('data', dataReach(source)));
      if ('storage' in source)
        found.push({ kind: 'storage', value: [source.storage, source.area].filter(Boolean).join(' ') });
      if ('received' in source) found.push({ kind: 'page-world', value: `received ${source.received}` });
      if ('pageWorld' in source)
        found.push({
          kind: 'page-world',
          value: [source.element, source.pageWorld].filter(Boolean).join(' '),
        });
    },
    endpoint({ urls, method = 'GET', headers = {}, body, credentials, select = {} }) {
      const [first = ''] = urls;
      found.push(...all('endpoint', urls));
      if (method !== 'GET') found.push({ kind: 'method', value: `${method} ${first}` });
      if (body !== undefined) found.push({ kind: 'body', value: JSON.stringify(body) });
      if (credentials === true) found.push(...all('cookies', urls));
      const sent = Object.entries(headers).map((entry) => entry.join(': '));
      found.push(...all('data', Object.values(select)), ...all('header', sent));
    },
  });
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** What a definition reaches and the previous one did not; everything if there was none. */
export function newReach(before: Definition | undefined, after: Definition): Reach[] {
  const known = new Set(before === undefined ? [] : reachOf(before).map(keyOf));
  const wider = before === undefined ? [] : all('page', widerPages(before, after));
  const added = reachOf(after).filter((one) => !known.has(keyOf(one)));
  return [...new Map([...added, ...wider].map((one) => [keyOf(one), one])).values()];
}

function all(kind: Reach['kind'], values: string[]): Reach[] {
  return values.map((value) => ({ kind, value }));
}

function keyOf({ kind, value }: Reach): string {
  return `${kind} ${value}`;
}

/** What a source reads from a page that a person looking at it does not see. */
function dataReach(source: AnySource): string[] {
  const inside = Object.values(source).filter((value) => typeof value === 'string' && value.includes(' >> '));
  return [...(inside as string[]), ...hidden(source)];
}

function hidden(source: AnySource): string[] {
  if ('attribute' in source) return attributeReach(source.name);
  if ('scan' in source) return source.name === undefined ? [] : attributeReach(source.name);
  if ('meta' in source) return SHOWN_META.test(source.meta) ? [] : [`meta ${source.meta}`];
  const data = dataOf(source) ?? keptOf(source);
  if (data !== undefined) return [data];
  // Groups of the address belong to the part that `match` names; these stand for the whole address.
  return 'url' in source && WHOLE_ADDRESS.has(source.url) ? [source.url] : [];
}

/** Data kept in the page or requested from its servers. */
function dataOf(source: AnySource): string | undefined {
  if ('scriptJson' in source) return `${source.scriptJson} ${source.path}`;
  if ('scriptAssignment' in source) return `${source.scriptAssignment} ${source.path}`;
  if ('nextFlight' in source) return `self.__next_f ${source.path}`;
  if ('endpoint' in source) return `${source.endpoint} ${source.path}`;
  if ('received' in source) return `${source.received} ${source.path}`;
  return 'request' in source ? source.request : undefined;
}

/** Data kept by the browser or by the page's scripts. */
function keptOf(source: AnySource): string | undefined {
  if (!('path' in source) || source.path === undefined) return undefined;
  if ('storage' in source) return `${source.storage} ${source.path}`;
  return 'pageWorld' in source ? `${source.pageWorld} ${source.path}` : undefined;
}

function attributeReach(name: string): string[] {
  return SHOWN_ATTRIBUTES.has(name) ? [] : [`[${name}]`];
}

/** Attributes that are read aloud, or shown when a pointer rests on the element. */
const SHOWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'title',
  'alt',
  'aria-label',
  'aria-valuetext',
  'lang',
]);

/** Meta data that a page states for links to it. */
const SHOWN_META =
  /^(?:og|twitter|video|article|apple):|^(?:title|description|name|headline|application-name)$/;

const WHOLE_ADDRESS: ReadonlySet<string> = new Set(['$query', '$hash']);

/** The addresses of the pages and frames that a definition reads. */
function pageReach({ pages, frames = [] }: Definition): string[] {
  return [
    ...pages.map(addressOf),
    ...frames.flatMap((frame) => (frame.path === undefined ? [] : [frame.path])),
  ];
}

/** Pages and frames that both have, but where the later definition counts more as being watched. */
function widerPages(before: Definition, after: Definition): string[] {
  const pages = after.pages.filter((page) => {
    const former = before.pages.filter((one) => addressOf(one) === addressOf(page));
    return former.length > 0 && !former.some((one) => isNarrower(one, page));
  });
  const frames = (after.frames ?? []).filter((frame) => {
    const former = (before.frames ?? []).filter((one) => one.hosts.join() === frame.hosts.join());
    return (
      former.length > 0 &&
      !former.some((one) => hasSamePath(one, frame) && isStricter(one.player, frame.player))
    );
  });
  return [...pages.map(addressOf), ...frames.map(({ hosts, path }) => [...hosts, path ?? ''].join(' '))];
}

function addressOf({ match: { host, path, query = {}, hash } }: PageDefinition): string {
  const questions = Object.entries(query).map(([name, pattern]) => `${name}=${pattern}`);
  return [host, path, ...questions.toSorted().map((one) => `?${one}`), hash && `#${hash}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Excludes and requires at least as much. */
function isNarrower(former: PageDefinition, page: PageDefinition): boolean {
  return (
    includesAll(page.match.exclude ?? [], former.match.exclude ?? []) &&
    includesAll(page.gate ?? [], former.gate ?? []) &&
    isStricter(former.player ?? {}, page.player ?? {})
  );
}

/** Accepts no further video, and none that is shorter. */
function isStricter(former: PlayerDefinition, player: PlayerDefinition): boolean {
  return (
    (player.minDuration ?? SHORTEST) >= (former.minDuration ?? SHORTEST) &&
    (former.only === undefined || player.only === true) &&
    isWithin(former, player) &&
    includesAll(player.exclude ?? [], former.exclude ?? [])
  );
}

/** Looks for a video nowhere else. */
function isWithin(former: PlayerDefinition, player: PlayerDefinition): boolean {
  return (
    // A player with its own clock may have any length.
    (player.clock === undefined || former.clock !== undefined) &&
    (player.shadow === undefined || former.shadow === true) &&
    (player.inFrame === undefined || former.inFrame === true)
  );
}

/** Seconds of a player without `minDuration`, as in `content/player`. */
const SHORTEST = 60;

const hasSamePath = (
  a: Readonly<{ path?: string | undefined }>,
  b: Readonly<{ path?: string | undefined }>,
) => b.path === a.path || (a.path === undefined && b.path !== undefined);

function includesAll(all: unknown[], some: unknown[]): boolean {
  const known = new Set(all.map((one) => JSON.stringify(one)));
  return some.every((one) => known.has(JSON.stringify(one)));
}
