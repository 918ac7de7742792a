/** Which addresses are pages like this one: the `match` of a definition, with what changes as named groups. */
export interface DraftMatch {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly hash?: string;
}

/**
 * From one address, the pattern of its kind: words that say what the page is stay, names and numbers become groups.
 * `/watch/breaking-bad/s1e2` is `^/watch/(?<part>[^/]+)/(?<id>[^/]+)/?$`.
 */
export function draftMatch(address: string): DraftMatch {
  const url = new URL(address);
  const path = segmentsPattern(url.pathname);
  const route = /^#!?\/(.+)$/.exec(url.hash)?.[1];
  const query = Object.fromEntries(
    [...url.searchParams].flatMap(([name, value]) =>
      isIdName(name) && value !== '' ? [[name, `^(?<${groupName(name)}>.+)$`] as const] : [],
    ),
  );
  const variable = path.groups > 0 ? {} : query;
  return {
    path: path.pattern,
    ...(Object.keys(variable).length === 0 ? {} : { query: variable }),
    ...(route === undefined || path.groups > 0
      ? {}
      : { hash: segmentsPattern(`/${route.split('?')[0] ?? ''}`).pattern.replace('^/', '^#!?/') }),
  };
}

/** The names of the groups in a match. */
export function groupsOf(match: DraftMatch): readonly string[] {
  const patterns = [match.path, match.hash, ...Object.values(match.query ?? {})];
  return patterns.flatMap((pattern) =>
    [...(pattern ?? '').matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name = '']) => name),
  );
}

function segmentsPattern(path: string): { readonly pattern: string; readonly groups: number } {
  const segments = path.split('/').filter((segment) => segment !== '');
  const changing = segments.map((segment, at) => isChanging(segment, at, segments.length));
  const last = changing.lastIndexOf(true);
  let count = 0;
  const parts = segments.map((segment, at) => {
    if (at === 0 && /^[a-z]{2}(?:-[a-zA-Z]{2})?$/.test(segment) && segments.length > 1)
      return '(?:[a-z]{2}(?:-[a-zA-Z]{2})?)';
    if (changing[at] !== true) return escape(segment);
    if (at === last) return '(?<id>[^/]+)';
    count += 1;
    return `(?<part${count === 1 ? '' : count}>[^/]+)`;
  });
  return {
    pattern: `^/${parts.join('/')}${parts.length === 0 ? '' : '/?'}$`,
    groups: changing.filter(Boolean).length,
  };
}

/** The last of several is what is watched; before it, whatever is no plain word. */
function isChanging(segment: string, at: number, count: number): boolean {
  if (/\d/.test(segment) || segment.includes('%') || segment.length > 18) return true;
  if (kinds.test(segment)) return false;
  return segment.includes('-') || (at === count - 1 && count > 1);
}

const kinds =
  /^(?:watch|play|player|video|videos|episode|episodes|series|show|shows|season|movie|movies|film|films|title|view|stream|tv|vod|program|programme|serie|serien|folge|staffel|index\.\w+|watch\.\w+)$/i;

function isIdName(name: string): boolean {
  return /^(?:v|id|ep|e|s|season|episode|video|vid|watch|play|title|movie|content|asset|media|program)(?:_?id)?$/i.test(
    name,
  );
}

function groupName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : 'id';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, (character) =>
    character === '/' ? character : `\\${character}`,
  );
}
