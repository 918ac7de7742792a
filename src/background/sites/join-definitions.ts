import type { Definition } from '../../protocol/definition/definition';

/**
 * One definition for two connectors with a host in common: a page that the first does not cover is read by
 * the second. An endpoint that both name is that of the first.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const lists = (['hosts', 'apiHosts', 'pages', 'frames'] as const).map((key) => [
    key,
    [...(first[key] ?? []), ...(second[key] ?? [])],
  ]);
  const endpoints = { ...second.endpoints, ...first.endpoints };
  return { ...first, ...(Object.fromEntries(lists) as object), endpoints };
}
