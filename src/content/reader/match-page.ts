import { urlMatchesHosts } from '../../core/hosts/host-pattern';
import type { Definition, FrameDefinition, PageDefinition } from '../../protocol/definition';
import { decode } from './attempt';
import { runRegex } from './regex';

export interface MatchedPage {
  readonly page: PageDefinition;
  readonly player: PageDefinition['player'];
  /** Named groups of the address, and `$host`, `$path`, `$query`, `$hash`, `$origin`. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The first page of the definition that this address is. Whether the host is one of the definition's is not asked here. */
export function matchPage(definition: Definition, url: URL): MatchedPage | undefined {
  for (const page of definition.pages) {
    const groups = matchAddress(page.match, url);
    if (groups !== undefined) return { page, player: page.player, groups };
  }
  return undefined;
}

/** The frame of the definition that this address is, for a script that runs inside it. */
export function matchFrame(definition: Definition, url: URL): FrameDefinition | undefined {
  return definition.frames?.find(
    (frame) =>
      urlMatchesHosts(url, frame.hosts) &&
      (frame.path === undefined || runRegex(frame.path, url.pathname, 'u') !== null),
  );
}

function matchAddress(match: PageDefinition['match'], url: URL): Record<string, string> | undefined {
  const whole = `${url.pathname}${url.search}${url.hash}`;
  if (match.exclude?.some((pattern) => runRegex(pattern, whole, 'u') !== null) === true) return undefined;
  const tests: (readonly [string | undefined, string | null])[] = [
    [match.host, url.hostname],
    [match.path, url.pathname],
    [match.hash, url.hash],
    ...Object.entries(match.query ?? {}).map(
      ([name, pattern]) => [pattern, url.searchParams.get(name)] as const,
    ),
  ];
  const groups: Record<string, string> = {
    $host: url.hostname,
    $path: url.pathname,
    $query: url.search.slice(1),
    $hash: url.hash.slice(1),
    $origin: url.origin,
  };
  for (const [pattern, text] of tests) {
    if (pattern === undefined) continue;
    const found = text === null ? null : runRegex(pattern, text, 'u');
    if (found === null) return undefined;
    for (const [name, value] of Object.entries(found.groups ?? {}))
      if (value !== undefined) groups[name] = decode(value);
  }
  return groups;
}
