import { matchPatterns, urlMatchesHosts } from '../../core/hosts/host-pattern';
import { covers } from '../../core/hosts/host-index';
import type { SiteState } from '../../core/settings/site-state';
import type { ConnectorHead } from '../../protocol/definition/connector-head';
import type { Definition } from '../../protocol/definition/definition';

/** The facts that decide where a site's script runs. */
export type SiteHosts = Readonly<{
  connector: ConnectorHead;
  state: SiteState;
}>;

/** Match patterns of the pages and frames on which the site's script runs. */
export function scriptPatterns(site: SiteHosts): string[] {
  return [...new Set([...hostsOf(site).flatMap(matchPatterns), ...(site.state.hosts ?? [])])];
}

/** Match patterns to request access for: where the script runs, and the hosts of the site's endpoints. */
export function accessPatterns(site: SiteHosts): string[] {
  return [...new Set([...scriptPatterns(site), ...(site.connector.apiHosts ?? []).flatMap(matchPatterns)])];
}

/**
 * Whether a frame at this address may hold the site's player: on the site's hosts, on those it declares for
 * players, or on hosts added by the person.
 */
export function isPlayerFrame(site: SiteHosts, url: string): boolean {
  if (!URL.canParse(url)) return false;
  return urlMatchesHosts(new URL(url), hostsOf(site)) || coversUrl(site.state.hosts ?? [], url);
}

/**
 * The match patterns to request if this page may not be read: those of the whole site, so that its player
 * frames and endpoints work too; for a host added by the person, only that host. Empty: the page may be read.
 */
export function missingAccess(site: SiteHosts, url: string, granted: string[]): string[] {
  if (coversUrl(granted, url)) return [];
  return coversUrl(scriptPatterns(site), url) ? accessPatterns(site) : [patternOf(url)];
}

/** `https://www.example.org/*` for any address on it; empty for text that is no address. */
function patternOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/** Whether one of these match patterns covers the page at this address. */
export function coversUrl(patterns: string[], url: string): boolean {
  return covers(patterns, patternOf(url));
}

function hostsOf({ connector }: SiteHosts): string[] {
  return [...connector.hosts, ...(connector.frames ?? []).flatMap((frame) => frame.hosts)];
}

/**
 * Merges two connectors that share a host: the second one reads the pages that the first does not cover. If
 * both define something, such as an endpoint of the same name, the first one counts.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const pages = [...first.pages, ...second.pages];
  return { ...second, ...first, pages, endpoints: { ...second.endpoints, ...first.endpoints } };
}
