import { plainTitle } from '../../core/text/normalize-title';
import { seasonWords } from '../../core/text/season-words';
import { defined } from '../../core/values/defined';
import { isPlausibleTitle, type PageNames } from '../../core/workbench/page-facts';
import { decode } from '../reader/regex';
import { textOf } from '../reader/clean-text';
import { metaElement } from '../reader/read-elements';

/**
 * A title without the text that sites put around it: `Watch The Film Free | The Site`. Removes the site's own
 * name, and words that only invite to watch. An unknown last part counts as the site after `|`, `•` and `·`;
 * after a dash only if a heading of the page consists of the text before it.
 */
export function pageTitle(text: string, names: PageNames, headings: string[] = []): string {
  const parts = inOneLine(text).split(SEPARATOR);
  const end = endOfTitle(parts, names, headings);
  let start = 0;
  while (end - start > 1 && isOfSite(parts[start], names)) start += 2;
  return withoutInvitation(withoutOwner(parts.slice(start, end).join(''), names), headings);
}

/** Limited to the length of a title, with single blanks, so that no expression scans a long run of them. */
const inOneLine = (text: string) => text.slice(0, 500).replaceAll(/\s+/g, ' ');

/** The number of parts, with the separators between them, up to the name of the site. */
function endOfTitle(parts: string[], names: PageNames, headings: string[]): number {
  let end = parts.length;
  while (end > 1 && isOfSite(parts[end - 1], names)) end -= 2;
  const [mark = '', last = ''] = parts.slice(end - 2, end);
  if (end < parts.length || end <= 1 || last.length > 40) return end;
  const before = parts
    .slice(0, end - 2)
    .join('')
    .trim();
  return /[|•·]/.test(mark) || headings.includes(before) ? end - 2 : end;
}

/**
 * The document's title without a message count in front, as in "(3) The Film". The number is a count if a
 * heading or `og:title` contains the rest without it; for "(500) Days of Summer" they contain the number too.
 */
export function tabTitle(document: Document): string {
  const { title } = document;
  const rest = title.replace(/^\(\d+\+?\) /, '');
  const stated = [...headingsOf(document), metaElement(document, 'og:title')?.getAttribute('content')];
  return stated.some((name) => name && rest.startsWith(name)) ? rest : title;
}

export function headingsOf(document: Document): string[] {
  const found = Array.from(document.querySelectorAll('h1')).slice(0, 5);
  return found.flatMap((one) => textOf(one.textContent) ?? []);
}

/** The site's name, a text of its own controls, or an invitation: `Watch Online`, `高清在线观看`. */
function isOfSite(part: string | undefined, names: PageNames): boolean {
  const text = (part ?? '').replace(/ ?\([A-Z]{2}\)$/, '').trim();
  const all = text.toLowerCase().split(/[\s,&!]+/);
  const others = all.filter((word) => !isInviting(word) && !OTHERS.has(word));
  return !isPlausibleTitle(all.some(isInviting) ? others.join(' ') : text, names);
}

const isInviting = (word: string) => INVITING.has(word) || FOREIGN.test(word);

/** "Prime Video: The Film". */
function withoutOwner(text: string, names: PageNames): string {
  const [owner = '', title = text] = /^([^:]{2,30}): (.+)$/.exec(text)?.slice(1) ?? [];
  return owner !== '' && isPlausibleTitle(owner, names) ? text : title;
}

/**
 * Removes words around the name of a title, in the places where sites write them; "Born Free" stays whole.
 */
function withoutInvitation(text: string, headings: string[]): string {
  if (headings.includes(text)) return text;
  const behind = text.replace(/^watch (?=\S)/i, '');
  const bare = behind.replace(SUFFIX, '');
  const named = headings.find((one) => one !== text && behind.startsWith(one));
  if (behind === text || bare !== behind) return bare.trim() || text;
  return named ?? (behind.replace(/ (?:free|online|now)$/i, '').trim() || text);
}

/** Includes its blanks, so that the parts can be joined to the same text again. */
const SEPARATOR = /( [|•·–—-] | ?[｜_] ?|(?<=\p{sc=Han})-(?=\p{sc=Han}))/u;

/** Suffixes as sites combine them; a title can end in each of the words alone. */
const SUFFIX = new RegExp(
  ` (?:${[
    '(?:(?:full )?(?:movie|film|episodes?) )?(?:watch )?online(?: (?:for|free|in|hd|now))*',
    'full (?:movie|film|episodes?)(?: (?:for|free|hd))*',
    '(?:türkçe (?:dublaj|altyazılı) )?(?:full )?(?:hd )?izle',
    '(?:jetzt |kostenlos |online )+(?:ansehen|anschauen|schauen|streamen|sehen)',
    '(?:im (?:online )?stream(?: ansehen)?|streamen)',
    '(?:en|in) streaming(?: (?:gratuit|gratuito|gratis|vf|vostfr))*',
    '(?:online gratis|gratis online|oglądaj online)',
    'смотреть онлайн.{0,40}',
  ].join('|')})$`,
  'iu',
);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** A part of a title that has one of these words, and otherwise only `OTHERS`, is an invitation. */
const INVITING = words(
  'watch online free streaming official details guide website full ver gratis regarder gratuit guarda ' +
    'assistir izle ansehen kostenlos kijken oglądaj mediathek vod video',
);
const OTHERS = words(
  'now movie movies film films episode episodes tv show shows series site info the on of and for in hd all',
);

const FOREIGN = /^(?:高清|在线|观看|视频|免费|完整版|电视剧|电影|动漫|综艺|全集)+$/u;

export type AddressNumbers = Readonly<{
  season?: number;
  episode: number;
  /** The words of the address before the numbers, normalised like a title; empty for none. */
  name: string;
}>;

/** The episode that a page's address states: `/dark/season-1/episode-2`, `/dark-s01e02`. */
export function addressNumbers(url: URL): AddressNumbers | undefined {
  const path = withoutAccents(decode(url.pathname).toLowerCase());
  const query = [...url.searchParams].map(([name, value]) => `${name.toLowerCase()}/${value}`).join('/');
  const found = inShort(path) ?? inWords(path) ?? inWords(query);
  if (found?.episode === undefined) return undefined;
  const { season, episode, index } = found;
  const name = path
    .slice(0, index)
    .split('/')
    .findLast((part) => part.length > 1);
  return {
    episode: Number(episode),
    name: plainTitle((name ?? '').replaceAll(/[-_+]/g, ' ')),
    ...defined({ season: season === undefined ? undefined : Number(season) }),
  };
}

type FoundNumbers = Readonly<{
  season: string | undefined;
  episode: string | undefined;
  index: number;
}>;

function inShort(path: string): FoundNumbers | undefined {
  const found = SHORT.exec(path);
  return found
    ? { season: found[1] ?? found[3], episode: found[2] ?? found[4], index: found.index }
    : undefined;
}

/** `s01e02`, `s1-e2`, `1x02`; never part of a longer number. */
const SHORT = /(?<![\p{L}\d])(?:s(\d{1,2})[-_/]?ep?(\d{1,4})|(\d{1,2})x(\d{1,4}))(?![\p{L}\d])/u;

/**
 * A season alone is the page of a season; a number in a path segment of its own, or in a query, can be an id.
 */
function inWords(text: string): FoundNumbers | undefined {
  const episode = EPISODE.exec(text);
  const season = SEASON.exec(text);
  if (episode === null || (season === null && episode[0].includes('/'))) return undefined;
  return {
    season: season?.[1] ?? season?.[2],
    episode: episode[1] ?? episode[2],
    index: Math.min(season?.index ?? Infinity, episode.index),
  };
}

/** Addresses have no accents: `bolum-3`. */
const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, '');

/** `season-2`, `season/2`, `2-sezon`; but `/series/2` is a series. */
const numbered = (words: string) =>
  new RegExp(
    `(?<![\\p{L}\\d])(?!(?:${seasonWords.alsoShow})/)` +
      `(?:(?:${words})[-_/]?(\\d{1,4})|(\\d{1,3})-(?:${words}))(?![\\p{L}\\d])`,
    'u',
  );
const EPISODE = numbered(withoutAccents(seasonWords.episode));
const SEASON = numbered(withoutAccents(seasonWords.season));
