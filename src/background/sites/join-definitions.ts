import type { Definition } from '../../protocol/definition/definition';

/**
 * Merges two connectors that share a host: the second one reads the pages that the first does not cover. If
 * both define something, such as an endpoint of the same name, the first one counts.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const pages = [...first.pages, ...second.pages];
  return { ...second, ...first, pages, endpoints: { ...second.endpoints, ...first.endpoints } };
}
