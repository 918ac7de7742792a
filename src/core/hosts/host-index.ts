import { urlMatchesHosts } from './host-pattern';

/** The part of a definition that the index uses. */
type Hosted = Readonly<{
  hosts: string[];
  frames?: Readonly<{ hosts: string[] }>[] | undefined;
}>;

export interface HostIndex<D extends Hosted> {
  /** The definitions with pages or frames at this address, most exact host first. */
  find(url: string): D[];
}

/** Looks up the host and its parent domains, so the time does not depend on the number of definitions. */
export function createHostIndex<D extends Hosted>(definitions: D[]): HostIndex<D> {
  const byHost = new Map<string, D[]>();
  for (const definition of definitions) {
    const hosts = [...definition.hosts, ...(definition.frames ?? []).flatMap((frame) => frame.hosts)];
    for (const host of new Set(hosts)) byHost.set(host, [...(byHost.get(host) ?? []), definition]);
  }
  return { find: (url) => (URL.canParse(url) ? find(byHost, new URL(url)) : []) };
}

function find<D extends Hosted>(byHost: ReadonlyMap<string, D[]>, url: URL): D[] {
  const found = new Set<D>();
  for (const pattern of patternsFor(url.hostname)) {
    if (!urlMatchesHosts(url, [pattern])) return [];
    for (const definition of byHost.get(pattern) ?? []) found.add(definition);
  }
  return [...found];
}

/** For www.a.org: www.a.org, *.www.a.org, *.a.org, *.org. */
function patternsFor(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`)];
}
