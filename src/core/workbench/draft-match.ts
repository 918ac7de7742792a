import { defined } from '../values/defined';

/** The `match` of a definition for pages like this one; what differs between them is a named group. */
export interface DraftMatch {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly hash?: string;
}

/**
 * The pattern of one address. Words that name the kind of the page stay, names and numbers become groups:
 * `/watch/breaking-bad/s1e2` becomes `^/watch/(?<part>[^/]+)/(?<id>[^/]+)/?$`.
 */
export function draftMatch(address: string): DraftMatch {
  const url = new URL(address);
  const path = segmentsPattern(url.pathname);
  if (path.groups > 0) return { path: path.pattern };
  const ids = [...url.searchParams].filter(([name, value]) => isIdName(name) && value !== '');
  const query = Object.fromEntries(ids.map(([name]) => [name, `^(?<${groupName(name)}>.+)$`] as const));
  const route = /^#!?\/(.+)$/.exec(url.hash)?.[1]?.split('?')[0];
  return defined({
    path: path.pattern,
    query: ids.length === 0 ? undefined : query,
    hash: route === undefined ? undefined : segmentsPattern(`/${route}`).pattern.replace('^/', '^#!?/'),
  });
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

/** Whatever is no plain word, and of several segments the last. */
function isChanging(segment: string, at: number, count: number): boolean {
  if (/\d/.test(segment) || segment.includes('%') || segment.length > 18) return true;
  if (KIND.test(segment)) return false;
  return segment.includes('-') || (at === count - 1 && count > 1);
}

/** Words that name the kind of a page. */
const KIND = new RegExp(
  `^(?:${[
    'watch|play|player|view|stream|tv|vod|video|videos|movie|movies|film|films|title',
    'episode|episodes|season|series|show|shows|program|programme|serie|serien|folge|staffel',
    String.raw`index\.\w+|watch\.\w+`,
  ].join('|')})$`,
  'i',
);

function isIdName(name: string): boolean {
  return ID_NAME.test(name);
}

/** Names of parameters that identify what is watched. */
const ID_NAME = new RegExp(
  `^(?:${['v|id|ep|e|s|vid|video|watch|play|content|asset|media', 'season|episode|title|movie|program'].join(
    '|',
  )})(?:_?id)?$`,
  'i',
);

function groupName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9]/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : 'id';
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, (character) =>
    character === '/' ? character : `\\${character}`,
  );
}
