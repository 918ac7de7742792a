import { hostMatches } from '../../core/hosts/host-pattern';
import type { Definition, FrameDefinition, PageDefinition } from '../../protocol/definition/definition';
import { decode, runRegex, beginReading } from './regex';

export type MatchedPage = Readonly<{
  page: PageDefinition;
  player: PageDefinition['player'];
  /** Named groups of the address, and `$host`, `$path`, `$query`, `$hash`, `$origin`. */
  groups: Readonly<Record<string, string>>;
}>;

/**
 * The first page of the definition that matches the address. The host is not compared with the definition's.
 */
export function matchPage(definition: Definition, url: URL): MatchedPage | undefined {
  // A slow earlier reading may have used up the time; without a matching page there would never be another
  // reading.
  beginReading();
  for (const page of definition.pages) {
    const groups = matchAddress(page.match, url);
    if (groups) return { page, player: page.player, groups };
  }
  return undefined;
}

/** The frame of the definition that matches the address, for a script that runs inside it. */
export function matchFrame(definition: Definition, url: URL): FrameDefinition | undefined {
  beginReading();
  return definition.frames?.find(
    ({ hosts, path }) => hasHost(url, hosts) && (!path || runRegex(path, url.pathname, 'u')),
  );
}

/**
 * Whether the address is on one of the hosts. The worker has required HTTPS before it sent the definition.
 */
export function hasHost({ hostname }: URL, hosts: string[]): boolean {
  return hosts.some((host) => hostMatches(host, hostname));
}

/** The groups of all patterns; undefined if a pattern does not match, or one of `exclude` does. */
function matchAddress(match: PageDefinition['match'], url: URL): Record<string, string> | undefined {
  const { pathname, search, hash, hostname, origin, searchParams } = url;
  if (match.exclude?.some((pattern) => runRegex(pattern, pathname + search + hash, 'u'))) return undefined;
  const queries = Object.entries(match.query ?? {});
  const tests: (readonly [pattern: string | undefined, text: string | null])[] = [
    [match.host, hostname],
    [match.path, pathname],
    [match.hash, hash],
    ...queries.map(([name, pattern]) => [pattern, searchParams.get(name)] as const),
  ];
  const groups: Record<string, string> = {
    $host: hostname,
    $path: pathname,
    $query: search.slice(1),
    $hash: hash.slice(1),
    $origin: origin,
  };
  for (const [pattern, text] of tests) {
    if (pattern === undefined) continue;
    const found = text === null ? null : runRegex(pattern, text, 'u');
    if (!found) return undefined;
    addDecoded(groups, found);
  }
  return groups;
}

function addDecoded(groups: Record<string, string>, found: RegExpExecArray): void {
  for (const [name, value] of Object.entries(found.groups ?? {}))
    if (value !== undefined) groups[name] = decode(value);
}
