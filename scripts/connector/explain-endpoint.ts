import { textOf } from '../../src/content/reader/clean-text';
import { followPath } from '../../src/content/reader/transform';
import { endpointRequests, fillTemplate, templateNames } from '../../src/core/definition/endpoint-request';
import type { Definition } from '../../src/protocol/definition/definition';

/** One question of a reading to an endpoint. */
export interface AskedEndpoint {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

type Endpoint = NonNullable<Definition['endpoints']>[string];

/**
 * Why an endpoint gave something or nothing: what was asked, which value its address lacks, which host is not
 * declared, whether there was an answer, and what its check has refused.
 */
export function explainEndpoint(definition: Definition, asked: AskedEndpoint, page: URL): readonly string[] {
  const { name, values, answer } = asked;
  const endpoint = definition.endpoints?.[name];
  if (endpoint === undefined) return [`endpoint ${name}`, '  is not among the endpoints of the definition'];
  const lines = endpoint.urls.flatMap((template) => explainAddress(definition, name, template, values, page));
  return [`endpoint ${name}`, ...lines, ...explainAnswer(endpoint, values, answer, lines)];
}

function explainAddress(
  definition: Definition,
  name: string,
  template: string,
  values: AskedEndpoint['values'],
  page: URL,
): readonly string[] {
  const missing = missingNames(definition.endpoints?.[name], template, values);
  if (missing.length > 0)
    return [`  not asked: ${template}`, `    no value for ${missing.map((one) => `{${one}}`).join(', ')}`];
  const endpoint = { ...definition.endpoints?.[name], urls: [template] };
  const [request] = endpointRequests({ ...definition, endpoints: { [name]: endpoint } }, name, values, page);
  if (request !== undefined) return [`  asked: ${request.method} ${request.url}`];
  return [
    `  not asked: ${template}`,
    '    its host is neither in "hosts" nor in "apiHosts", or it is no address',
  ];
}

/** Placeholders without a value in the address or in the headers. Placeholders of a body may lack a value. */
function missingNames(
  endpoint: Endpoint | undefined,
  template: string,
  values: AskedEndpoint['values'],
): readonly string[] {
  const names = [template, ...Object.values(endpoint?.headers ?? {})].flatMap(templateNames);
  return [...new Set(names)].filter(
    (one) => one !== '$origin' && fillTemplate(`{${one}}`, values) === undefined,
  );
}

function explainAnswer(
  { check }: Endpoint,
  values: AskedEndpoint['values'],
  answer: unknown,
  lines: readonly string[],
): readonly string[] {
  if (!lines.some((line) => line.startsWith('  asked'))) return [];
  if (answer === undefined)
    return ['  no answer: the case or the file of --responses has none for this address'];
  const wanted = check && fillTemplate(check.equals, values);
  if (check === undefined) return [`  answered: ${shortened(answer)}`];
  const found = [followPath(answer, check.path)].flat().map(textOf);
  if (wanted !== undefined && found.includes(wanted)) return [`  answered: ${shortened(answer)}`];
  const seen = found.join(', ') || 'nothing';
  return [
    `  answered: ${shortened(answer)}`,
    `  refused by its check: ${check.path} is ${seen}, not ${wanted ?? check.equals}`,
  ];
}

function shortened(answer: unknown): string {
  const text = JSON.stringify(answer) ?? '';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
