import type { Definition } from './definition';
import { dataReach } from './data-reach';
import { pageReach, widerPages } from './page-reach';
import { visitDefinition } from './visit';

/**
 * Something that a definition reads or asks beyond what its pages show. The list of what an update may change
 * without a question is one of harmless things: the same or fewer pages, and sources that show text.
 * `test/protocol/definition/reach.test.ts` has a row for every field of the schema.
 */
export interface Reach {
  readonly kind: (typeof reachKinds)[number];
  readonly value: string;
}

export const reachKinds = [
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

/** Everything that a definition reaches, each once. */
export function reachOf(definition: Definition): readonly Reach[] {
  const { hosts, apiHosts = [], frames = [], userHosts } = definition;
  const frameHosts = frames.flatMap((frame) => frame.hosts);
  const found: Reach[] = [
    ...all('host', hosts),
    ...all('frame', frameHosts),
    ...all('api-host', apiHosts),
    ...all('user-hosts', userHosts === undefined ? [] : ['*']),
  ];
  found.push(...all('page', pageReach(definition)));
  // Whether what the pages state is believed is the person's own word.
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

/** What a definition reaches and the one before did not; all of it where there was none. */
export function newReach(before: Definition | undefined, after: Definition): readonly Reach[] {
  const known = new Set(before === undefined ? [] : reachOf(before).map(keyOf));
  const wider = before === undefined ? [] : all('page', widerPages(before, after));
  const added = reachOf(after).filter((one) => !known.has(keyOf(one)));
  return [...new Map([...added, ...wider].map((one) => [keyOf(one), one])).values()];
}

function all(kind: Reach['kind'], values: readonly string[]): Reach[] {
  return values.map((value) => ({ kind, value }));
}

function keyOf({ kind, value }: Reach): string {
  return `${kind} ${value}`;
}
