import type { Definition } from '../../protocol/definition/definition';

/**
 * One definition for two connectors with a host in common: a page that the first does not cover is read by
 * the second. What both state is that of the first, endpoints of one name too.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const pages = [...first.pages, ...second.pages];
  return { ...second, ...first, pages, endpoints: { ...second.endpoints, ...first.endpoints } };
}
