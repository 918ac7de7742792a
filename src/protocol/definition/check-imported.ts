import { deepEqual } from '../../core/values/deep-equal';
import { proofOf, type CheckedDefinition } from './checked-definition';
import type { Definition, EndpointDefinition } from './definition';
import { parseDefinition, type ParsedDefinition } from './parse-definition';
import { checkDefinition } from './check';
import { checkSelector, type ReportProblem } from './check-selector';
import { pathText, type Problem } from './problem';
import { below, visitDefinition, type DefinitionPlace } from './visit';
import { templateNames } from '../../core/definition/endpoint-request';

/**
 * Reads a definition from outside the package: a draft, a file, a backup, a catalogue. All of them pass this
 * check. For pages of the extension, the service and the command line; the worker does not contain it.
 */
export function checkImportedDefinition(value: unknown): ParsedDefinition {
  return checkListedDefinition(value, undefined);
}

/**
 * Reads a definition of a public list that repairs a packaged one. It may make the same requests as the
 * packaged one, word for word and filled from the same sources, even those that a definition from outside may
 * not make on its own.
 */
export function checkListedDefinition(value: unknown, packaged: Definition | undefined): ParsedDefinition {
  const parsed = parseDefinition(value);
  if (!parsed.ok) return parsed;
  const { definition } = parsed;
  const ofRequests = checkRequests(withoutKnown(definition, packaged));
  const problems = [...checkAuthoredDefinition(definition), ...ofRequests];
  return problems.length === 0 ? parsed : { ok: false, problems: problems.slice(0, 100) };
}

/** The definition without endpoints that the packaged one has too, if the same values fill them. */
function withoutKnown(definition: Definition, packaged: Definition | undefined): Definition {
  const { endpoints } = definition;
  if (endpoints === undefined || packaged?.endpoints === undefined) return definition;
  const known = packaged.pages.flatMap(({ values = {} }) => Object.entries(values));
  const isKnown = (entry: readonly [string, unknown]) => known.some((one) => deepEqual(one, entry));
  const filled = definition.pages.flatMap(({ values = {} }) => Object.entries(values));
  if (!filled.every(isKnown)) return definition;
  const others = Object.entries(endpoints).filter(
    ([name, endpoint]) => !deepEqual(endpoint, packaged.endpoints?.[name]),
  );
  return { ...definition, endpoints: Object.fromEntries(others) };
}

/** The definition with the proof for the worker; an empty proof if the check refuses it. */
export function withProof(value: unknown): CheckedDefinition {
  const checked = checkImportedDefinition(value);
  return checked.ok
    ? { definition: checked.definition, proof: proofOf(checked.definition) }
    : { definition: value, proof: '' };
}

/**
 * Everything that an author has to correct in a definition of valid shape, including its selectors. At most
 * 100 problems.
 */
export function checkAuthoredDefinition(definition: Definition): Problem[] {
  return [...checkDefinition(definition), ...checkSelectors(definition)].slice(0, 100);
}

function checkSelectors(definition: Definition): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (place, message) => problems.push({ path: pathText(place.path), message });
  visitDefinition(definition, {
    source(source, place) {
      const selectors = source as Readonly<Partial<Record<(typeof selectorKeys)[number], string>>>;
      for (const key of selectorKeys) checkSelector(selectors[key], below(place, key), report);
    },
    endpoint({ select = {} }, place) {
      for (const [name, selector] of Object.entries(select))
        checkSelector(selector, below(place, 'select', name), report);
    },
    player(player, place) {
      for (const key of ['video', 'exclude'] as const) {
        for (const [index, selector] of (player[key] ?? []).entries())
          checkSelector(selector, below(place, key, index), report);
      }
    },
  });
  return problems;
}

/** Fields of sources that contain a selector. */
const selectorKeys = ['text', 'attribute', 'scan', 'exists', 'scriptJson', 'element', 'aroundVideo'] as const;

/**
 * What the requests of a definition from outside the package must not do: nobody has reviewed it, and the
 * requests carry the person's cookies. They only read (GET, so no body), and only the page's address may fill
 * a placeholder; a header or a value read from the page may not. A packaged definition was reviewed, so it
 * may do more.
 */
function checkRequests({ pages, endpoints = {} }: Definition): Problem[] {
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
