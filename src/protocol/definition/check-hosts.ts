import { hostMatches } from '../../core/hosts/host-pattern';
import { templateNames } from '../../core/definition/template';
import type { Definition, EndpointDefinition } from './definition';
import { checkTemplate, type Report } from './check-template';
import { below, type Place } from './visit';

/** A host pattern must not cover a whole public suffix such as `*.com` or `*.co.uk`. */
export function checkHosts(definition: Definition, report: Report): void {
  const { hosts, apiHosts = [], frames = [], userHosts } = definition;
  if (hosts.length === 0 && userHosts === undefined)
    report({ path: ['hosts'] }, 'is empty; needs a host, or userHosts for a product people run themselves');
  const lists: (readonly [Place, readonly string[]])[] = [
    [{ path: ['hosts'] }, hosts],
    [{ path: ['apiHosts'] }, apiHosts],
    ...frames.map((frame, index) => [{ path: ['frames', index, 'hosts'] }, frame.hosts] as const),
  ];
  for (const [place, list] of lists) {
    for (const [index, host] of list.entries())
      if (isBroad(host)) report(below(place, index), `${host} is too broad; name the site`);
  }
}

export function checkEndpoint(
  endpoint: EndpointDefinition,
  place: Place,
  definition: Definition,
  names: ReadonlySet<string>,
  report: Report,
): void {
  for (const [index, url] of endpoint.urls.entries()) {
    const at = below(place, 'urls', index);
    checkTemplate(url, at, names, report);
    checkAddress(url, at, definition, report);
  }
  for (const [header, value] of Object.entries(endpoint.headers ?? {}))
    checkTemplate(value, below(place, 'headers', header), names, report);
  checkTemplate(endpoint.check?.equals, below(place, 'check', 'equals'), names, report);
  checkTemplate(JSON.stringify(endpoint.body), below(place, 'body'), names, report);
  for (const value of openValues(endpoint.body))
    report(below(place, 'body'), `{${value}} must be a text of its own, or stand between quotes`);
  if (endpoint.body !== undefined && endpoint.method !== 'POST')
    report(below(place, 'body'), 'is sent only with "method": "POST"');
  if (endpoint.select !== undefined) checkOtherPage(endpoint, place, report);
}

/** Another page of the site is read by the script in the page, which has a parser for it. */
function checkOtherPage({ urls, method }: EndpointDefinition, place: Place, report: Report): void {
  if (method === 'POST') report(below(place, 'select'), 'reads a page, which is requested with GET');
  for (const [index, url] of urls.entries()) {
    if (!url.startsWith('{$origin}/'))
      report(below(place, 'urls', index), 'must begin with {$origin}/: "select" reads the site itself');
  }
}

/** Values in a body that could change the meaning of the text around them: a query is fixed. */
function openValues(body: unknown): readonly string[] {
  if (typeof body === 'object' && body !== null) return Object.values(body).flatMap(openValues);
  if (typeof body !== 'string' || /^\{\+?\$?\w+\}$/.test(body)) return [];
  return templateNames(body.replaceAll(/"\{\+?\$?\w+\}"/g, ''));
}

/** The host of an address is declared, or it is the page's own origin. */
function checkAddress(url: string, place: Place, definition: Definition, report: Report): void {
  const host = /^https:\/\/([^/?#]+)(?=[/?#]|$)/.exec(url)?.[1]?.replaceAll(/\{[^{}]*\}/g, 'x');
  const declared = [...definition.hosts, ...(definition.apiHosts ?? [])];
  if (host === undefined && !url.startsWith('{$origin}/'))
    report(place, `must begin with https://host/ or {$origin}/; found ${JSON.stringify(url)}`);
  if (host !== undefined && !declared.some((pattern) => hostMatches(pattern, host)))
    report(place, `${host} is not in hosts or apiHosts`);
  if (/[{}]/.test(url.replaceAll(/\{\+?\$?\w+\}/g, '')))
    report(place, 'has a brace that belongs to no {name}; write %7B for { and %7D for }');
}

function isBroad(host: string): boolean {
  return /^\*\.(?:[^.]+|(?:com?|org|net|gov|edu|ac|or|ne|go)\.[a-z]{2})$/.test(host);
}
