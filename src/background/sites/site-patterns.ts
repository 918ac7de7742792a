import { hostMatches, matchPatterns, urlMatchesHosts } from '../../core/hosts/host-pattern';
import type { SiteState } from '../../core/settings/site-state';
import type { ConnectorHead } from '../../protocol/definition/connector-head';

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

/** Whether one of these match patterns covers the page at this address. */
export function coversUrl(patterns: string[], url: string): boolean {
  return coversPattern(patterns, patternOf(url));
}

/** Whether the granted match patterns include every address of the wanted one. Patterns end in `/*`. */
export function coversPattern(granted: string[], wanted: string): boolean {
  const want = parsePattern(wanted);
  return want !== undefined && granted.some((pattern) => pattern === '<all_urls>' || includes(pattern, want));
}

function hostsOf({ connector }: SiteHosts): string[] {
  return [...connector.hosts, ...(connector.frames ?? []).flatMap((frame) => frame.hosts)];
}

/** `https://www.example.org/*` for any address on it; empty for text that is no address. */
function patternOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

type ParsedPattern = Readonly<{
  scheme: string;
  host: string;
}>;

function includes(granted: string, { scheme, host }: ParsedPattern): boolean {
  const pattern = parsePattern(granted);
  if (pattern === undefined) return false;
  const isSameScheme = pattern.scheme === '*' || pattern.scheme === scheme;
  return isSameScheme && (pattern.host === '*' || includesHost(pattern.host, host));
}

/** The wanted host may itself be a wildcard. */
function includesHost(pattern: string, host: string): boolean {
  if (pattern === host) return true;
  return pattern.startsWith('*.') && hostMatches(pattern, host.replace(/^\*\./, ''));
}

function parsePattern(pattern: string): ParsedPattern | undefined {
  const [, scheme, host] = /^(\*|https?):\/\/([^/]+)\/\*$/.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  // The browser returns the port if the user typed one; match patterns of scripts have none.
  return { scheme, host: host.replace(/:(\d+|\*)$/, '') };
}
