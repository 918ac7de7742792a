import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { knownNames } from './known-names';
import { titleWords } from './title-words';

/**
 * The season of the tracker's series that the title on the page states: "Mob Psycho 100 II" is season 2 of
 * "Mob Psycho 100". A name that the tracker lists for a season is certain; what else states one the tracker
 * reads too, and lists. `undefined` also where the series bears that very name ("Lupin III").
 */
export function statedSeason(item: Item, media: Media): number | undefined {
  const listed = listedSeason(item, media);
  return listed ?? seasonBetween(item, media, (asked, name) => seasonAfter(asked, name));
}

/** The season of which the tracker lists exactly this name: signs at the end tell seasons apart. */
function listedSeason({ seriesTitle = '' }: Item, media: Media): number | undefined {
  const asked = exactName(seriesTitle);
  const found = knownNames(media).filter(({ title }) => exactName(title) === asked);
  const seasons = new Set(found.map(({ season }) => season));
  return seasons.size === 1 ? found[0]?.season : undefined;
}

/** The season on the page that is a series of its own in the tracker: its name ends with the number. */
export function splitSeason(item: Item, media: Media): number | undefined {
  return seasonBetween(item, media, (asked, name) => seasonAfter(name, asked));
}

function seasonBetween(
  { seriesTitle = '' }: Item,
  media: Media,
  between: (asked: string, name: string) => number | undefined,
): number | undefined {
  const asked = plainTitle(seriesTitle);
  const names = knownNames(media)
    .filter(isOfSeries)
    .map(({ title }) => plainTitle(title));
  if (names.includes(asked)) return undefined;
  return names.map((name) => between(asked, name)).find((season) => season !== undefined);
}

function isOfSeries({ season }: KnownName): boolean {
  return season === undefined;
}

/** The two names differ by a season, and the numbers of page and tracker say the same. */
export function differsBySeason(item: Item, media: Media): boolean {
  if (item.type === 'movie') return false;
  const stated = statedSeason(item, media);
  if (stated !== undefined) return media.seasonNumber === stated && (item.seasonNumber ?? 1) <= stated;
  const split = splitSeason(item, media);
  return split !== undefined && item.seasonNumber === split && media.seasonNumber === 1;
}

/** A name as it is written, but for case, spaces and the width of its signs. */
export function exactName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * The number of a season by which a normalised title is longer than another: "season 2", "2nd season", "2". A
 * part is none.
 */
function seasonAfter(long: string, short: string): number | undefined {
  if (short === '' || !long.startsWith(short)) return undefined;
  const rest = long.slice(short.length);
  const match = /^ ?(?:\p{L}{1,12} ?)?(\d{1,2})(?:st|nd|rd|th)?(?: ?\p{L}{1,12})?$/u.exec(rest);
  // Without a space, letters of a script that has none between words ("進撃の巨人2", not "Heroes").
  const isApart = rest.startsWith(' ') || !/[a-z0-9]$/.test(short);
  const season = Number(match?.[1]);
  return isApart && season > 1 && !isPart(rest) ? season : undefined;
}

/** Made when it is used: the words can be in a file. */
let parts: RegExp | undefined;

function isPart(rest: string): boolean {
  parts ??= new RegExp(`(?:^|[ \\d])(?:${titleWords.division})(?:[ \\d]|$)|編`, 'u');
  return parts.test(rest);
}
