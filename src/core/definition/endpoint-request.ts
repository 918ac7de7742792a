import { urlMatchesHosts } from '../hosts/host-pattern';
import { defined } from '../values/defined';

/** The part of a definition that its requests depend on. */
export type EndpointOwner = Readonly<{
  hosts: string[];
  apiHosts?: string[] | undefined;
  endpoints?: Readonly<Record<string, EndpointTemplate>> | undefined;
}>;

type EndpointTemplate = Readonly<{
  urls: string[];
  method?: 'GET' | 'POST' | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: unknown;
  credentials?: true | undefined;
  select?: Values | undefined;
}>;

type Values = Readonly<Record<string, string>>;

export type EndpointRequest = Readonly<{
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  credentials: 'include' | 'omit';
  /** The answer is HTML, and these selectors find its values. */
  select?: Values;
  /**
   * The endpoint has the page's origin, so the content script requests it. Otherwise the worker does, with
   * its host access.
   */
  sameOrigin: boolean;
}>;

/**
 * The requests to try for an endpoint, in order. There is none if a value is missing, or for a host that the
 * definition does not declare. `values` are the groups of the address and the values of the page; `page` is
 * the address of the page.
 */
export function endpointRequests(
  owner: EndpointOwner,
  name: string,
  values: Values,
  page: URL,
): EndpointRequest[] {
  const endpoint =
    owner.endpoints && Object.hasOwn(owner.endpoints, name) ? owner.endpoints[name] : undefined;
  return endpoint === undefined
    ? []
    : endpoint.urls.flatMap((url) => toRequest(owner, endpoint, url, values, page) ?? []);
}

function toRequest(
  owner: EndpointOwner,
  endpoint: EndpointTemplate,
  template: string,
  values: Values,
  page: URL,
): EndpointRequest | undefined {
  const url = allowedUrl(
    owner,
    fillTemplate(template.replace(/^\{\$origin\}/, page.origin), values, encode),
    page,
  );
  const headers = fillHeaders(endpoint.headers ?? {}, values);
  if (url === undefined || headers === undefined) return undefined;
  const body = jsonBody(endpoint, values);
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const sameOrigin = url.origin === page.origin;
  return defined({
    url: url.href,
    method: endpoint.method ?? 'GET',
    headers,
    body,
    credentials: sameOrigin || endpoint.credentials === true ? 'include' : 'omit',
    select: endpoint.select,
    sameOrigin,
  });
}

/** The address if it has the page's origin or a declared host, and no user name or password. */
function allowedUrl(owner: EndpointOwner, address: string | undefined, page: URL): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isDeclared = urlMatchesHosts(url, [...owner.hosts, ...(owner.apiHosts ?? [])]);
  if (url.origin !== page.origin && !isDeclared) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** Undefined where a value is missing or is not printable ASCII. */
function fillHeaders(templates: Values, values: Values): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const [header, template] of Object.entries(templates)) {
    const text = fillTemplate(template, values);
    if (text === undefined || /[^\t\x20-\x7e]/.test(text)) return undefined;
    headers[header] = text;
  }
  return headers;
}

/** Encodes a value as one segment of a path, or as several with `{+name}`. `.` and `..` are removed. */
function encode(value: string, keepSlashes: boolean): string {
  if (!keepSlashes) return encodeURIComponent(value).replace(/^\.+$/, '');
  return value
    .split('/')
    .filter((part) => !/^\.{1,2}$/.test(part))
    .map(encodeURIComponent)
    .join('/')
    .replaceAll(/\/{2,}/g, '/');
}

/** Only a POST request has a body. */
function jsonBody({ method, body }: EndpointTemplate, values: Values): string | undefined {
  return method === 'POST' && body !== undefined ? JSON.stringify(fillBody(body, values)) : undefined;
}

/**
 * A value inside a longer text, such as a query, stands between quotes. Escaping keeps it from ending them.
 */
function fillBody(body: unknown, values: Values): unknown {
  if (typeof body === 'string') {
    const isWhole = /^\{\+?\$?\w+\}$/.test(body);
    return fillTemplate(body, values, isWhole ? undefined : quoted) ?? null;
  }
  if (Array.isArray(body)) return body.map((part) => fillBody(part, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, part]) => [key, fillBody(part, values)]));
}

function quoted(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The names in `{name}`, `{+name}` of a template, in order. */
export function templateNames(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[2] ?? '');
}

/**
 * Fills a template; undefined if a name has no value (only `{+name}` may be empty). `encode` receives the
 * value and whether its placeholder is `{+name}`.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  encode: (value: string, keepSlashes: boolean) => string = (value) => value,
): string | undefined {
  let complete = true;
  const text = template.replaceAll(PLACEHOLDER, (_, plus: string, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || (value === '' && plus !== '+')) complete = false;
    return encode(value ?? '', plus === '+');
  });
  return complete ? text : undefined;
}

const PLACEHOLDER = /\{(\+?)(\$?[A-Za-z][A-Za-z0-9_]*)\}/g;
