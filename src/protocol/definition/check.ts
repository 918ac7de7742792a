import { createWork, type StepBudget } from '../../core/definition/regex-graph';
import { regexDanger } from '../../core/definition/regex-safety';
import { hostMatches } from '../../core/hosts/host-pattern';
import { templateNames } from '../../core/definition/endpoint-request';
import type { Definition, EndpointDefinition, PageDefinition, Source } from './definition';
import { checkTemplate, type ReportProblem } from './check-selector';
import { pathText, type Problem } from './problem';
import { below, visitDefinition, type AnySource, type DefinitionPlace } from './visit';

/**
 * The faults of a definition of valid shape: dangerous expressions, undefined names, addresses outside its
 * hosts, pages that can never name what plays. Empty if there are none. Selectors are checked for authors
 * only (`checkAuthoredDefinition`): a wrong one finds nothing and does no harm, and the parser would add 2.6
 * kB to the worker.
 */
export function checkDefinition(definition: Definition): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (place, message) => problems.push({ path: pathText(place.path), message });
  const known = definition.pages.map(namesOf);
  const everywhere = new Set(known.flatMap((names) => [...names]));
  const work = createWork(undefined, MOST_WORK);
  checkHosts(definition, report);
  checkPages(definition, report, work);
  visitDefinition(definition, {
    source: (source, place) =>
      checkSource(source, place, {
        report,
        work,
        names: place.page === undefined ? builtIn : (known[place.page] ?? builtIn),
        definition,
      }),
    endpoint: (endpoint, place) => checkEndpoint(endpoint, place, definition, everywhere, report),
  });
  return problems.slice(0, 100);
}

const builtIn: ReadonlySet<string> = new Set(['$host', '$path', '$query', '$hash', '$origin']);

/**
 * Steps that the check of all expressions of a definition may take: some 100 ms. The packaged definitions
 * need less than half.
 */
const MOST_WORK = 400_000;

type Checking = Readonly<{
  work: StepBudget;
  report: ReportProblem;
  names: ReadonlySet<string>;
  definition: Definition;
}>;

/** The groups of the address and the values of the page. */
function namesOf(page: Definition['pages'][number]): ReadonlySet<string> {
  const { host, path, hash, query } = page.match;
  const patterns = [host, path, hash, ...Object.values(query ?? {})];
  const groups = patterns.flatMap((pattern) =>
    [...(pattern ?? '').matchAll(/\(\?<([A-Za-z_$][\w$]*)>/g)].map((match) => match[1] ?? ''),
  );
  return new Set([...builtIn, ...groups, ...Object.keys(page.values ?? {})]);
}

function checkPages(definition: Definition, report: ReportProblem, work: StepBudget): void {
  for (const [index, page] of definition.pages.entries()) {
    const place: DefinitionPlace = { path: ['pages', index], page: index };
    checkMatch(page.match, below(place, 'match'), report, work);
    if (definition.pages.findIndex((other) => other.kind === page.kind) !== index)
      report(below(place, 'kind'), `another page is of the kind ${page.kind}`);
    const { title, seriesTitle, ids } = page.item;
    if ((title ?? seriesTitle ?? ids) === undefined && !page.generic)
      report(below(place, 'item'), 'can never name anything; needs title, seriesTitle or ids');
  }
  for (const [index, frame] of (definition.frames ?? []).entries())
    checkRegex(frame.path, { path: ['frames', index, 'path'] }, report, work);
}

function checkMatch(
  match: PageDefinition['match'],
  place: DefinitionPlace,
  report: ReportProblem,
  work: StepBudget,
): void {
  const { host, path, hash, query, exclude = [] } = match;
  if (path === undefined && hash === undefined && query === undefined)
    report(place, 'matches every page; needs path, hash or query');
  for (const [key, pattern] of Object.entries({ host, path, hash }))
    checkRegex(pattern, below(place, key), report, work);
  for (const [key, pattern] of Object.entries(query ?? {}))
    checkRegex(pattern, below(place, 'query', key), report, work);
  for (const [index, pattern] of exclude.entries())
    checkRegex(pattern, below(place, 'exclude', index), report, work);
}

function checkSource(source: AnySource, place: DefinitionPlace, checking: Checking): void {
  const { report, names, work } = checking;
  if ('matches' in source) checkRegex(source.matches, below(place, 'matches'), report, work);
  if ('request' in source) checkRegex(source.request, below(place, 'request'), report, work);
  if ('received' in source) checkRegex(source.received, below(place, 'received'), report, work);
  checkNames(source, place, checking);
  if ('about' in source) checkTemplate(source.about, below(place, 'about'), names, report);
  checkTransforms(source, place, checking);
  if ('guards' in source) checkGuards(source.guards, place, checking);
}

/** Groups, values and endpoints that a source refers to must exist. */
function checkNames(
  source: AnySource,
  place: DefinitionPlace,
  { report, names, definition }: Checking,
): void {
  if ('url' in source && !names.has(source.url)) {
    const known = [...names].join(', ');
    report(below(place, 'url'), `no group or value is called ${source.url}; there are ${known}`);
  }
  const endpoints = definition.endpoints ?? {};
  if ('endpoint' in source && !Object.hasOwn(endpoints, source.endpoint)) {
    const known = Object.keys(endpoints).join(', ') || 'none';
    report(below(place, 'endpoint'), `there is no endpoint ${source.endpoint}; there are ${known}`);
  }
}

function checkTransforms(source: AnySource, place: DefinitionPlace, { report, names, work }: Checking): void {
  for (const [index, transform] of (source.transforms ?? []).entries()) {
    const at = (key: string) => below(place, 'transforms', index, key);
    if ('regex' in transform) {
      checkRegex(transform.regex, at('regex'), report, work);
      if (!hasGroup(transform.regex, transform.group))
        report(at('group'), `the expression has no group ${String(transform.group)}`);
    }
    if ('replace' in transform) checkRegex(transform.replace, at('replace'), report, work);
    if ('format' in transform)
      checkTemplate(transform.format, at('format'), new Set([...names, 'value']), report);
    if ('find' in transform) {
      checkTemplate(transform.equals, at('equals'), names, report);
      checkRegex(transform.matches, at('matches'), report, work);
      if ((transform.equals === undefined) === (transform.matches === undefined))
        report(at('find'), 'needs either equals or matches');
    }
  }
}

function checkGuards(
  guards: Source['guards'],
  place: DefinitionPlace,
  { report, names, work }: Checking,
): void {
  for (const [index, guard] of (guards ?? []).entries()) {
    const at = (key: string) => below(place, 'guards', index, key);
    checkRegex(guard.matches, at('matches'), report, work);
    checkTemplate(guard.equals, at('equals'), names, report);
    checkTemplate(guard.contains, at('contains'), names, report);
  }
}

function checkRegex(
  pattern: string | undefined,
  place: DefinitionPlace,
  report: ReportProblem,
  work: StepBudget,
): void {
  const danger = pattern === undefined ? undefined : regexDanger(pattern, work);
  if (danger !== undefined) report(place, `the expression ${danger}; found ${JSON.stringify(pattern)}`);
}

function hasGroup(pattern: string, group: number | string | undefined): boolean {
  if (group === undefined || group === 0) return true;
  const match = new RegExp(`${pattern}|`, 'u').exec('');
  return typeof group === 'number' ? group < (match?.length ?? 0) : Object.hasOwn(match?.groups ?? {}, group);
}

/** A host pattern must not cover a whole public suffix such as `*.com` or `*.co.uk`. */
function checkHosts(definition: Definition, report: ReportProblem): void {
  const { hosts, apiHosts = [], frames = [], userHosts } = definition;
  if (hosts.length === 0 && userHosts === undefined)
    report({ path: ['hosts'] }, 'is empty; needs a host, or userHosts for a product people run themselves');
  const framed = frames.map((frame, index) => ({ path: ['frames', index, 'hosts'], list: frame.hosts }));
  const lists = [{ path: ['hosts'], list: hosts }, { path: ['apiHosts'], list: apiHosts }, ...framed];
  for (const { path, list } of lists) {
    for (const [index, host] of list.entries())
      if (isBroad(host)) report(below({ path }, index), `${host} is too broad; name the site`);
  }
}

function checkEndpoint(
  endpoint: EndpointDefinition,
  place: DefinitionPlace,
  definition: Definition,
  names: ReadonlySet<string>,
  report: ReportProblem,
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

/** The content script reads another page of the site, because it has a parser for HTML. */
function checkOtherPage(
  { urls, method }: EndpointDefinition,
  place: DefinitionPlace,
  report: ReportProblem,
): void {
  if (method === 'POST') report(below(place, 'select'), 'reads a page, which is requested with GET');
  for (const [index, url] of urls.entries()) {
    if (!url.startsWith('{$origin}/'))
      report(below(place, 'urls', index), 'must begin with {$origin}/: "select" reads the site itself');
  }
}

/** Values inside a body that could change the meaning of the text around them: a query must be fixed. */
function openValues(body: unknown): string[] {
  if (typeof body === 'object' && body !== null) return Object.values(body).flatMap(openValues);
  if (typeof body !== 'string' || /^\{\+?\$?\w+\}$/.test(body)) return [];
  return templateNames(body.replaceAll(/"\{\+?\$?\w+\}"/g, ''));
}

/** The host of an address must be declared, or the address must have the page's own origin. */
function checkAddress(
  url: string,
  place: DefinitionPlace,
  definition: Definition,
  report: ReportProblem,
): void {
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
