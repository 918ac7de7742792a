import { urlMatchesHosts } from '../hosts/host-pattern';
import { fillTemplate } from './template';

/** The part of a definition that matters here; `Definition` of protocol/definition fits. */
export interface EndpointOwner {
  readonly hosts: readonly string[];
  readonly apiHosts?: readonly string[] | undefined;
  readonly endpoints?: Readonly<Record<string, EndpointTemplate>> | undefined;
}

interface EndpointTemplate {
  readonly urls: readonly string[];
  readonly method?: 'GET' | 'POST' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly credentials?: true | undefined;
}

export interface EndpointRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials: 'include' | 'omit';
  /** On the origin of the page: the content script asks it. Otherwise the worker, with its host access. */
  readonly sameOrigin: boolean;
}

/**
 * The requests to try for an endpoint, in order; none when a value is missing or an address leaves the hosts that the
 * definition declares. `values` are groups of the address and values of the page; `page` is where the page is.
 */
export function endpointRequests(
  owner: EndpointOwner,
  name: string,
  values: Readonly<Record<string, string>>,
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
  values: Readonly<Record<string, string>>,
  page: URL,
): EndpointRequest | undefined {
  const filled = fillTemplate(template.replace(/^\{\$origin\}/, page.origin), values, encode);
  if (filled === undefined || !URL.canParse(filled)) return undefined;
  const url = new URL(filled);
  const sameOrigin = url.origin === page.origin;
  const declared = urlMatchesHosts(url, [...owner.hosts, ...(owner.apiHosts ?? [])]);
  if ((!sameOrigin && !declared) || url.username !== '' || url.password !== '') return undefined;

  const headers: Record<string, string> = {};
  for (const [header, value] of Object.entries(endpoint.headers ?? {})) {
    const text = fillTemplate(value, values);
    if (text === undefined || /[^\t\x20-\x7e]/.test(text)) return undefined;
    headers[header] = text;
  }
  const method = endpoint.method ?? 'GET';
  const body = method === 'POST' && endpoint.body !== undefined ? fillBody(endpoint.body, values) : undefined;
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  return {
    url: url.href,
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: sameOrigin || endpoint.credentials === true ? 'include' : 'omit',
    sameOrigin,
  };
}

/** A value can never leave its place in the path: no slash unless `{+name}`, and never a step upwards. */
function encode(value: string, keepSlashes: boolean): string {
  if (!keepSlashes) return encodeURIComponent(value).replace(/^\.+$/, '');
  return value
    .split('/')
    .filter((part) => !/^\.{1,2}$/.test(part))
    .map(encodeURIComponent)
    .join('/')
    .replaceAll(/\/{2,}/g, '/');
}

function fillBody(body: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof body === 'string') return fillTemplate(body, values) ?? null;
  if (Array.isArray(body)) return body.map((part) => fillBody(part, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, part]) => [key, fillBody(part, values)]));
}
