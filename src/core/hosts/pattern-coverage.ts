import { hostMatches } from './host-pattern';

/** Whether the granted match patterns include all that a wanted one stands for. Patterns end in `/*`. */
export function covers(granted: readonly string[], wanted: string): boolean {
  const want = split(wanted);
  return (
    want !== undefined &&
    granted.some((pattern) => pattern === '<all_urls>' || includes(split(pattern), want))
  );
}

interface Pattern {
  readonly scheme: string;
  readonly host: string;
}

function includes(pattern: Pattern | undefined, { scheme, host }: Pattern): boolean {
  if (pattern === undefined) return false;
  const sameScheme =
    pattern.scheme === scheme || (pattern.scheme === '*' && (scheme === 'http' || scheme === 'https'));
  return (
    sameScheme &&
    (pattern.host === '*' ||
      pattern.host === host ||
      (pattern.host.startsWith('*.') && hostMatches(pattern.host, host.replace(/^\*\./, ''))))
  );
}

function split(pattern: string): Pattern | undefined {
  const [, scheme, host] = /^(\*|https?):\/\/([^/]+)\/\*$/.exec(pattern) ?? [];
  // The browser gives back ports where a person typed one; match patterns of scripts have none.
  return scheme === undefined || host === undefined
    ? undefined
    : { scheme, host: host.replace(/:(\d+|\*)$/, '') };
}
