import { urlMatchesHosts } from './host-pattern';

/** What an index needs to know of a definition. */
export interface Hosted {
  readonly hosts: readonly string[];
  readonly frames?: readonly { readonly hosts: readonly string[] }[] | undefined;
}

export interface HostIndex<D extends Hosted> {
  /** The definitions with pages or frames on this host, those with the most exact host first. */
  find(url: string | URL): readonly D[];
}

/** Finds by looking up the host and its parents, so the number of definitions does not matter. */
export function createHostIndex<D extends Hosted>(definitions: readonly D[]): HostIndex<D> {
  const byHost = new Map<string, D[]>();
  for (const definition of definitions) {
    const hosts = [...definition.hosts, ...(definition.frames ?? []).flatMap((frame) => frame.hosts)];
    for (const host of new Set(hosts)) byHost.set(host, [...(byHost.get(host) ?? []), definition]);
  }
  return { find: (url) => find(byHost, typeof url === 'string' ? parse(url) : url) };
}

function find<D extends Hosted>(byHost: ReadonlyMap<string, D[]>, url: URL | undefined): readonly D[] {
  if (url === undefined) return [];
  const found = new Set<D>();
  for (const pattern of patternsFor(url.hostname)) {
    if (!urlMatchesHosts(url, [pattern])) return [];
    for (const definition of byHost.get(pattern) ?? []) found.add(definition);
  }
  return [...found];
}

/** www.a.org, *.www.a.org, *.a.org, *.org */
function patternsFor(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`)];
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
