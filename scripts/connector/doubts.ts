import { UNTOUCHED } from './create-site';
import type { Definition, PageDefinition, Problem } from '../../src/protocol/definition/definition';

/** Warnings about what is allowed but usually a mistake. They do not fail the check. */
export function doubtsOf(definition: Definition): readonly Problem[] {
  return [...untouched(definition), ...exampleHosts(definition), ...definition.pages.flatMap(doubtsOfPage)];
}

function untouched({ sources = [] }: Definition): Problem[] {
  return sources.flatMap((source, index) =>
    source === UNTOUCHED
      ? [
          {
            path: `sources[${index}]`,
            message: 'is as in a new file: nobody has compared this with the site yet',
          },
        ]
      : [],
  );
}

function exampleHosts({ hosts }: Definition): Problem[] {
  return hosts.flatMap((host, index) =>
    host.endsWith('.example')
      ? [{ path: `hosts[${index}]`, message: `is ${host}, a host that no site can have` }]
      : [],
  );
}

function doubtsOfPage({ match, item }: PageDefinition, index: number): Problem[] {
  const path = `pages[${index}]`;
  const doubts: Problem[] = [];
  if (coversAnything(match))
    doubts.push({
      path: `${path}.match`,
      message: 'covers every page of the site; name what its watch pages have',
    });
  for (const field of ['title', 'seriesTitle'] as const)
    if (item[field]?.every((source) => 'title' in source) === true)
      doubts.push({
        path: `${path}.item.${field}`,
        message: 'has no source but the title of the document, which often names the site',
      });
  if (item.title && item.seriesTitle && !item.type && !item.film)
    doubts.push({
      path: `${path}.item`,
      message: 'plays films and episodes: name in "film" what proves a film, or in "type" what states it',
    });
  return doubts;
}

/** Addresses with nothing in common: a pattern that matches all of them matches anything. */
const anywhere = ['/', '/account', '/search/a-b', '/a/b/c/1'];

function coversAnything({ host, path, query, hash }: PageDefinition['match']): boolean {
  if (host !== undefined || hash !== undefined || Object.keys(query ?? {}).length > 0) return false;
  return path === undefined || anywhere.every((address) => new RegExp(path, 'u').test(address));
}
