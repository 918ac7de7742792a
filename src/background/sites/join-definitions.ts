import { defined } from '../../core/values/defined';
import type { Definition } from '../../protocol/definition/definition';

/**
 * One definition for two connectors with a host in common: a page that the first does not cover is read by
 * the second. An endpoint that both name is that of the first.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const both = <Value>(a: readonly Value[] = [], b: readonly Value[] = []) => {
    const all = [...new Set([...a, ...b])];
    return all.length === 0 ? undefined : all;
  };
  return {
    ...first,
    hosts: both(first.hosts, second.hosts) ?? [],
    pages: [...first.pages, ...second.pages],
    ...defined({
      apiHosts: both(first.apiHosts, second.apiHosts),
      frames: both(first.frames, second.frames),
    }),
    endpoints: { ...second.endpoints, ...first.endpoints },
  };
}

export function haveHostInCommon(
  a: { readonly hosts: readonly string[] },
  b: { readonly hosts: readonly string[] },
): boolean {
  return a.hosts.some((host) => b.hosts.includes(host));
}
