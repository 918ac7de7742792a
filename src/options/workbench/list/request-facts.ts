import { hostMatches } from '../../../core/hosts/host-pattern';
import type { Definition, EndpointDefinition } from '../../../protocol/definition/definition';

/** The addresses that an endpoint may ask, each once. */
export function requestedUrls({ urls }: EndpointDefinition): readonly string[] {
  return [...new Set(urls)];
}

/**
 * Whether a request can carry the person's cookies: those to the site of the page always do, others only
 * where the endpoint says so.
 */
export function sendsCookies({ hosts }: Definition, endpoint: EndpointDefinition, url: string): boolean {
  if (endpoint.credentials === true || url.startsWith('{$origin}')) return true;
  const host = /^https:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
  return hosts.some((pattern) => hostMatches(pattern, host) || host.includes('{'));
}
