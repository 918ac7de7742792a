import type { Definition } from '../../../src/protocol/definition/definition';

/** By field, the words that show that a reader of a site reads the same places as a definition. */
export type Places = ReadonlyMap<string, ReadonlySet<string>>;

/** Of the fields of the item, and of `address`, `player`, `ad`: names of elements, keys, words of paths. */
export function placesOf(definition: Definition): Places {
  const places = new Map<string, Set<string>>();
  const add = (field: string, value: unknown) => {
    const known = places.get(field) ?? new Set<string>();
    for (const word of wordsIn(value)) known.add(word);
    places.set(field, known);
  };
  const endpoints = JSON.stringify(definition.endpoints ?? {});
  for (const { match, item, values = {}, player = {}, identity, gate } of definition.pages) {
    add('address', match);
    add('identity', [identity, gate]);
    for (const [field, sources] of Object.entries(item)) {
      add(field, sources);
      // A source may read a value of the page, or the answer of an endpoint: its places are theirs.
      for (const [name, own] of Object.entries(values))
        if (JSON.stringify(sources).includes(`"url":"${name}"`)) add(field, own);
      if (/"endpoint":/.test(JSON.stringify([sources, values]))) add(field, endpoints);
    }
    for (const field of ['ad', 'clock', 'trailer'] as const) add(field, player[field]);
    add('player', [player.video, player.exclude]);
  }
  add('endpoints', endpoints);
  return places;
}

/** Names that a site has chosen, in everything that a source states: selectors, paths, expressions. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return (value.match(/[A-Za-z_](?:[\w-]|:(?=[a-z]))+[\w-]/g) ?? []).filter(isTelling);
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'title') return ['document.title'];
    return OUR_OWN.has(key) ? [] : [...(key === 'mediaSession' ? [key] : []), ...wordsIn(inner)];
  });
}

/** Keys behind which stand words of this project. */
const OUR_OWN: ReadonlySet<string> = new Set(['transforms', 'constant', 'remember', 'guards']);

/** Words that every reader contains say nothing about a site. */
function isTelling(word: string): boolean {
  return !COMMON.has(word.toLowerCase()) && !/^(?:\d+|[a-f\d]{8,})$/i.test(word);
}

const COMMON: ReadonlySet<string> = new Set(
  [
    'div span class id data the name title type text url href src body head meta script link true false null',
    'item items content value values key keys query json path html video document window page pages state',
    'https http www com net org tv api app web index first last child nth not has only and for',
    'part id1 host origin hash data-testid data-test-id testid automation aria label role button region',
    'language urls width height',
  ].flatMap((line) => line.split(' ')),
);

/** The telling words of a field that stand whole in a reader's text; `styles__Title-` begins a class name. */
export function saidBy(text: string, words: ReadonlySet<string>): readonly string[] {
  const end = (word: string) => (word.endsWith('-') ? '' : String.raw`(?![\w-])`);
  return [...words].filter((word) => new RegExp(`(?<![\\w-])${escaped(word)}${end(word)}`).test(text));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
}

/** Addresses of players that a reader states: `/(vod/|movie/|)player/` is three. */
export function playerPaths(text: string): readonly string[] {
  const literals = [...text.matchAll(/['"`](\/[^'"`\s<>]{2,80})['"`]/g)].map(([, path = '']) => path);
  const found = literals
    .filter((path) => !/^\/\/|[{}$=\\;,]|\.(?:png|jpe?g|svg|js|css|m3u8|mpd|json)\b/.test(path))
    .flatMap(alternatives)
    .filter((path) => PLAYS.test(path));
  return [...new Set(found)];
}

/** `/(a/|b/|)c` as `/a/c`, `/b/c`, `/c`; a path with other signs of an expression is none. */
function alternatives(path: string): readonly string[] {
  const group = /\(((?:[\w/-]*\|)+[\w/-]*)\)/.exec(path);
  if (group === null) return /^[\w/.-]+$/.test(path) ? [path] : [];
  const [whole, inner = ''] = group;
  return inner.split('|').flatMap((one) => alternatives(path.replace(whole, () => one)));
}

const PLAYS = /(?:^|\/)(?:watch|play|player|playback)(?:\/|$)/;

const UUID = 'e0ab1c2d-1a2b-4c3d-8e4f-0123456789ab';

/** What may follow a path in an address, and come before it. */
const ENDS = ['', 'a1', 'E001234', 'M001234', 'so1234', '1234', 'a1/b2', 'a1/b2/c3', 'vod/a1', UUID];
const BEFORE = ['', '/movie/a-1', '/series/a-1'];

/** Whether a page of the definition has addresses that begin so. */
export function coversPath({ pages }: Definition, path: string): boolean {
  const ends = ENDS.flatMap((end) => [end, `/${end}`]);
  return pages.some(({ match }) => {
    const pattern = new RegExp(match.path ?? '^', 'u');
    return BEFORE.some((start) => ends.some((end) => pattern.test(start + path + end)));
  });
}
