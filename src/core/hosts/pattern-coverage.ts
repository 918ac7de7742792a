import { hostMatches } from './host-pattern';

/** Whether the granted match patterns include every address of the wanted one. Patterns end in `/*`. */
export function covers(granted: readonly string[], wanted: string): boolean {
  const want = parsePattern(wanted);
  return want !== undefined && granted.some((pattern) => pattern === '<all_urls>' || includes(pattern, want));
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
