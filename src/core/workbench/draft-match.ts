import { defined } from '../values/defined';
import { isRecord } from '../values/is-record';

/** The `match` of a definition for pages like this one; variable parts are named groups. */
export type DraftMatch = Readonly<{
  path?: string;
  query?: Readonly<Record<string, string>>;
  hash?: string;
}>;

/**
 * Generalises one address to every title of the site. Only words that name the kind of a page stay. All other
 * segments become groups, since one address cannot tell a fixed word from the name of a series:
 * `/watch/breaking-bad/s1e2` becomes `^/watch/(?<part>[^/]+)/(?<id>[^/]+)/?$`.
 */
export function draftMatch(address: string): DraftMatch {
  const url = new URL(address);
  const ids = [...url.searchParams].filter(([name, value]) => ID_NAME.test(name) && value !== '');
  const route = /^#!?\/(.+)$/.exec(url.hash)?.[1]?.split('?')[0];
  const isNamedElsewhere = ids.length > 0 || route !== undefined;
  const path = segmentsPattern(url.pathname, isNamedElsewhere);
  if (path.groups > 0) return { path: path.pattern };
  const query = Object.fromEntries(ids.map(([name]) => [name, `^(?<${groupName(name)}>.+)$`] as const));
  return defined({
    path: path.pattern,
    query: ids.length === 0 ? undefined : query,
    hash: route && segmentsPattern(`/${route}`, false).pattern.replace('^/', '^#!?/'),
  });
}

/** The names of the groups in a match. */
export function groupsOf(match: DraftMatch): string[] {
  const patterns = [match.path, match.hash, ...Object.values(match.query ?? {})];
  return patterns.flatMap((pattern) =>
    [...(pattern ?? '').matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name = '']) => name),
  );
}

/** `keepsWords`: the query or hash identifies the title, so plain words of the path stay. */
function segmentsPattern(path: string, keepsWords: boolean): Readonly<{ pattern: string; groups: number }> {
  const segments = path.split('/').filter((segment) => segment !== '');
  const changing = segments.map((segment) => isChanging(segment, keepsWords));
  const last = changing.lastIndexOf(true);
  let count = 0;
  const parts = segments.map((segment, at) => {
    if (at === 0 && LOCALE.test(segment) && segments.length > 1) return '(?:[a-z]{2}(?:-[a-zA-Z]{2})?)';
    if (changing[at] !== true) return escapePattern(segment);
    count += at === last ? 0 : 1;
    const name = at === last ? 'id' : `part${count === 1 ? '' : count}`;
    return `(?<${name}>${shapeOf(segment)})`;
  });
  return {
    pattern: `^/${parts.join('/')}${parts.length === 0 ? '' : '/?'}$`,
    groups: changing.filter(Boolean).length,
  };
}

function isChanging(segment: string, keepsWords: boolean): boolean {
  if (KIND.test(segment) || FILE.test(segment)) return false;
  return !keepsWords || /[\d%-]/.test(segment) || segment.length > 18;
}

/** `season-1` keeps its word, so that other pages with as many segments do not match. */
function shapeOf(segment: string): string {
  const word = NUMBERED.exec(segment)?.[1];
  return word === undefined ? '[^/]+' : String.raw`${escapePattern(word)}\d+`;
}

const LOCALE = /^[a-z]{2}(?:-[a-zA-Z]{2})?$/;

const FILE = /^[a-z]+\.(?:html?|php|aspx?|jsp)$/i;

/** Words for season and episode, as addresses write them. */
const NUMBERED = new RegExp(
  `^((?:${[
    'ep|eps|seasons?|series?|seria|staffel|saison|temporada|temp|stagione|seizoen|reeks|sezona?s?|sezonul',
    'sesong|sasong|saeson|kausi|hooaeg|evad|musim|mua|tempada|mavsum|episod[eio]{0,2}s?|epizod[ay]?|folge',
    'flg|cap|capitulo|capitol|puntata|aflevering|afl|avsnitt|avs|afsnit|afs|jakso|odcinek|odc|dil|diel',
    'bolum|tap|chapter|kapitel|part|del|deel|osa|resz|teil|parte|partie|seriya|vypusk|qism',
  ].join('|')})[-_]?)\\d+$`,
  'i',
);

/** Words that name the kind of a page. */
const KIND = new RegExp(
  `^(?:${[
    'watch|play|player|view|stream|streaming|tv|vod|video|videos|movie|movies|title|titles|on-demand|embed',
    'films?|filme|filmy|peliculas?|filmer|elokuvat|program|programmes?|programas?|programm[ai]',
    'episodes?|episodio|episodios|seasons?|series|shows?|serie|serien|serier|seriale|serial|folgen?|staffel',
    'dizi|ver|regarder|guarda|katso|kijken|ansehen|schauen|sendung|emissions?|mediathek',
    'avsnitt|afsnit|aflevering|jakso|odcinek|bolum|capitulo|puntata|replay|catchup|content|asset|details?',
  ].join('|')})$`,
  'i',
);

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

/** A regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * The addresses that a `match` covers, for people: `/watch/…/…`. `undefined` if `draftMatch` has not made the
 * pattern.
 */
export function matchInWords(match: unknown): string | undefined {
  if (!isRecord(match)) return undefined;
  const { path, hash, query } = match;
  const shown = [path, typeof hash === 'string' ? hash.replace('#!?', '#') : undefined].flatMap((pattern) =>
    typeof pattern === 'string' ? [patternInWords(pattern)] : [],
  );
  const names = isRecord(query) ? Object.keys(query).map((name) => `${name}=…`) : [];
  const all = [...shown, names.length === 0 ? '' : `?${names.join('&')}`].join('');
  return all === '' || /[\\^$()[\]+]/.test(all) ? undefined : all;
}

function patternInWords(pattern: string): string {
  return pattern
    .replace(/^\^/, '')
    .replace(/\/\?\$$|\$$/, '')
    .replace('(?:[a-z]{2}(?:-[a-zA-Z]{2})?)', '…')
    .replaceAll(/\(\?<\w+>((?:[^()[\]\\]|\\.)*?)(?:\[\^\/\]\+|\\d\+|\.\+)\)/g, '$1…')
    .replaceAll(/\\(.)/g, '$1');
}
