import { cleanTitle } from '../../../core/matching/clean-title';
import { titleSeasons } from '../../../core/text/title-season';
import { compareNames } from '../../../core/matching/compare-names';
import { exactName } from '../../../core/matching/season-of-name';
import type { KnownName } from '../../../core/media/media';
import type { SeriesRecord } from './records';
import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { seasonWords } from '../../../core/text/season-words';

/**
 * The texts to search for, in this order, until a work has the name. The film database tolerates no extra
 * word, and writes numbers in only one way. At most `MOST_FORMS` different ones of:
 * - the title without additions of services;
 * - for a series, the title without its season;
 * - without brackets at its end and, for a series, without a country there;
 * - without the number of its part;
 * - without its subtitle.
 */
export function searchForms(stated: string, kind: 'movie' | 'tv'): string[] {
  const { title } = cleanTitle(stated);
  const seasons = kind === 'tv' ? titleSeasons(title).map(({ name }) => name) : [];
  const unnumbered = withoutPartNumber(title);
  const main = title.split(SUBTITLE_SIGN)[0]?.trim() ?? '';
  const bare = title
    .replace(/ ?[([][^()[\]]{1,60}[)\]]$/, '')
    .replace(kind === 'tv' ? COUNTRY_AT_END : '', '');
  const forms = [title, ...seasons, bare, unnumbered, main];
  return [...new Set(forms)].filter((form) => form !== '').slice(0, MOST_FORMS);
}

/** The title without the number of its part: "Wicked" for "Wicked: Part 2". */
export function withoutPartNumber(title: string): string {
  return title.replace(PART_AT_END, '').trim();
}

/** "Taskmaster NZ", "Love Island USA": how fans and services distinguish the versions of a show. */
const COUNTRY_AT_END = /(?<=\S) (?:USA?|UK|GB|NZ|AU|CA|Australia|Canada|India|America|New Zealand)$/u;

/** Maximum number of forms. Each costs a request if the ones before find nothing. */
const MOST_FORMS = 3;

/** Separates the title from its subtitle. The title has single spaces only. */
const SUBTITLE_SIGN = / ?[:|] | [-–—] | ?[：｜〜～] ?/u;

const NUMBER =
  'one|two|three|four|five|six|eins|zwei|drei|un|une|deux|trois|uno|una|dos|tres|due|tre|um|dois';

const PART = 'part|pt|teil|parte|partie|deel|część|rész|часть|vol|volume|chapter';

/** "Part Two", "Vol. II", "2", "III" at the end of a name. */
const PART_AT_END = new RegExp(
  `(?<![ :–—-])[ :–—-]{1,3}(?:(?:${PART})\\.? (?:${NUMBER})|(?:(?:${PART})\\.? ?)?(?:\\d{1,2}|[IVX]{1,4}))$`,
  'iu',
);

/** A season of a series of the film database. */
export type NamedSeason = Readonly<{
  tmdbId: number;
  season?: number;
  /** True if its first episode is not the season's first. */
  isLaterPart?: boolean;
}>;

/** Looks up seasons by name in another source. */
export type SeasonsOfName = (name: string) => NamedSeason[];

/**
 * The season of a series that a page's title states. The title may be the season's own name, the names of
 * series and season, or the series' name and a number. `undefined`: the title states no season, or only a
 * part of one, or it is the very name of the series ("Lupin III").
 */
export function seasonOfTitle(series: SeriesRecord, title: string): number | undefined {
  const { originalTitle, names } = series;
  const asked = exactName(cleanTitle(title).title);
  const named = names.filter((name) => exactName(name.title) === asked);
  const seasons = new Set(named.map(({ season }) => season));
  if (seasons.size === 1 && named[0]?.season !== undefined) return named[0].season;
  if (exactName(originalTitle) === asked || named.some(({ language }) => language !== undefined))
    return undefined;
  return bothNames(series, asked) ?? readSeason(series, title);
}

/** The season named after the series' name: "Sword Art Online: Alicization". */
function bothNames({ originalTitle, names }: SeriesRecord, asked: string): number | undefined {
  const ofSeries = [originalTitle, ...names.filter(isOfSeries).map(({ title }) => title)];
  return names.find(
    ({ title, season }) =>
      season !== undefined && ofSeries.some((name) => compareNames(asked, `${name} ${title}`) === 'same'),
  )?.season;
}

function readSeason({ originalTitle, names }: SeriesRecord, title: string): number | undefined {
  const ofSeries = [originalTitle, ...names.filter(isOfSeries).map((name) => name.title)];
  const found = titleSeasons(cleanTitle(title).title).find(({ name }) =>
    ofSeries.some((known) => ['same', 'variant'].includes(compareNames(name, known))),
  );
  return found === undefined || found.isPart ? undefined : found.season;
}

function isOfSeries({ season }: KnownName): boolean {
  return season === undefined;
}

/** "Episode", "part", before or after the number. */
const EPISODE = `(?:${seasonWords.episode}|${seasonWords.part}|第|에피소드)`;

/** After the number, in Chinese, Japanese and Korean. */
const COUNTER = '(?:話|话|集|回|화|회)';

/** A name that is nothing but the number of an episode: "Chapter 3", "3. Bölüm", "第3話". */
const PLACEHOLDER = new RegExp(
  `^(?:${EPISODE}\\s*#?(?<a>\\d+)\\s*${COUNTER}?|#?(?<b>\\d+)\\.?\\s*(?:${EPISODE}|${COUNTER}))$`,
  'iu',
);

/** Whether this is the film database's placeholder for an unnamed episode: "Episode 3", "第3話", "3. Bölüm". */
export function isPlaceholder(name: string, number: number): boolean {
  return placeholderNumber(name) === number;
}

/** The number of a name that states nothing else: 3 for "Chapter 3". */
export function placeholderNumber(name: string): number | undefined {
  const { a, b } = PLACEHOLDER.exec(name.trim())?.groups ?? {};
  const number = a ?? b;
  return number === undefined ? undefined : Number(number);
}

/** Whether this is the film database's placeholder for an unnamed season: "Season 2", "第 2 季", "2. Sezon". */
export function isPlaceholderSeason(name: string): boolean {
  const { season, episode, title, series } = parseSeasonEpisode(name) ?? {};
  const isNumberOnly = season !== undefined && episode === undefined;
  return (isNumberOnly && title === undefined && series === undefined) || !/\p{L}{2}/u.test(name);
}
