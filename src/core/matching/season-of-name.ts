import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { defined } from '../values/defined';
import { titleWords } from './title-words';

/**
 * The season for which the tracker lists exactly the title on the page. The tracker reads the season from a
 * title ("Mob Psycho 100 II", `title-season.ts`) and lists it. Punctuation at the end distinguishes seasons.
 */
export function statedSeason({ seriesTitle = '' }: Item, media: Media): number | undefined {
  const asked = exactName(seriesTitle);
  const found = knownNames(media).filter(({ title }) => exactName(title) === asked);
  const seasons = new Set(found.map(({ season }) => season));
  return seasons.size === 1 ? found[0]?.season : undefined;
}

/** The season on the page is a separate series in the tracker: "Show 2". */
export function isSplitSeason({ seriesTitle = '', seasonNumber = 0 }: Item, media: Media): boolean {
  const asked = plainTitle(seriesTitle);
  const names = knownNames(media)
    .filter(({ season }) => season === undefined)
    .map(({ title }) => plainTitle(title));
  if (asked === '' || seasonNumber < 2 || names.includes(asked)) return false;
  return names.some(
    (name) => name.startsWith(asked) && isNumbered(name.slice(asked.length), seasonNumber, asked),
  );
}

/** Whether " 2", " season 2" or " 2nd season" follows the name. A part is no season. */
function isNumbered(rest: string, season: number, name: string): boolean {
  // Without a space only in scripts that write none between words ("進撃の巨人2", but not "Heroes").
  const isApart = rest.startsWith(' ') || !/[a-z0-9]$/.test(name);
  return (
    isApart &&
    rest.length < longestRest &&
    rest.replace(/\D+/g, ' ').trim() === String(season) &&
    !isPart(rest)
  );
}

/** The longest text that can be a word and a number. */
const longestRest = 18;

/** The two names differ by a season, and page and tracker have the same numbers. */
export function differsBySeason(item: Item, media: Media): boolean {
  if (item.type === 'movie') return false;
  const stated = statedSeason(item, media);
  if (stated !== undefined) return media.seasonNumber === stated && (item.seasonNumber ?? 1) <= stated;
  return media.seasonNumber === 1 && isSplitSeason(item, media);
}

/** A name as it is written, but for case, spaces and the width of its signs. */
export function exactName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** Created on first use: the words may still have to be read from a file. */
let parts: RegExp | undefined;

function isPart(rest: string): boolean {
  parts ??= new RegExp(`(?:^|[ \\d])(?:${titleWords.division})(?:[ \\d]|$)|編`, 'u');
  return parts.test(rest);
}

/**
 * The names by which the tracker knows a film, or the series of an episode. The name in its answer comes
 * first.
 */
export function knownNames(media: Media): KnownName[] {
  const { originalTitle, originalLanguage, titles = [] } = media;
  const shown = media.type === 'movie' ? media.title : media.seriesTitle;
  const own = [
    { title: shown ?? '' },
    defined({ title: originalTitle ?? '', language: originalLanguage }),
  ].filter(({ title }) => title !== '');
  return [...own, ...titles];
}
