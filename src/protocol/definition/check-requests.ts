import { templateNames } from '../../core/definition/endpoint-request';
import type { Definition, EndpointDefinition } from './definition';
import { pathText, type Problem } from './problem';
import { below, type DefinitionPlace } from './visit';

/**
 * What the requests of a definition from outside the package must not do: nobody has reviewed it, and the
 * requests carry the person's cookies. They only read (GET, so no body), and only the page's address may fill
 * a placeholder; a header or a value read from the page may not. A packaged definition was reviewed, so it
 * may do more.
 */
export function checkRequests({ pages, endpoints = {} }: Definition): Problem[] {
  const read = new Set(pages.flatMap(({ values = {} }) => Object.keys(values)));
  return Object.entries(endpoints).flatMap(([name, endpoint]) =>
    problemsOf(endpoint, { path: ['endpoints', name] }, read),
  );
}

/**
 * `read`: the names of values that are read from the page. Such a value may replace a group of the address.
 */
function problemsOf(
  endpoint: EndpointDefinition,
  place: DefinitionPlace,
  read: ReadonlySet<string>,
): Problem[] {
  const { method, urls, headers = {} } = endpoint;
  const problems: Problem[] = [];
  const report = (message: string, ...path: PropertyKey[]) =>
    problems.push({ path: pathText(below(place, ...path).path), message });
  if (method === 'POST') report('only a connector of the package may send a POST request', 'method');
  for (const [index, url] of urls.entries()) {
    for (const value of templateNames(url).filter((one) => read.has(one)))
      report(
        `{${value}} is read from the page; an address has groups of the page's address only`,
        'urls',
        index,
      );
  }
  for (const [header, template] of Object.entries(headers)) {
    if (templateNames(template).length > 0)
      report('only a connector of the package may fill a header', 'headers', header);
  }
  return problems;
}
