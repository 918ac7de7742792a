import type { Item } from '../media/item';
import type { Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { seasonWords } from '../text/season-words';

/**
 * Whether the two names differ only by the number of the season that one of them states: "Mob Psycho 100 II"
 * is season 2 of "Mob Psycho 100", and a series of its own where the film database splits it.
 */
export function seasonOfName(asked: string, known: string, item: Item, media: Media): boolean {
  if (item.type === 'movie') return false;
  const onPage = withoutSeason(asked);
  if (onPage !== undefined && isSame(onPage.name, known))
    return media.seasonNumber === onPage.season && (item.seasonNumber ?? 1) <= onPage.season;
  const inTracker = withoutSeason(known);
  return (
    inTracker !== undefined &&
    isSame(asked, inTracker.name) &&
    item.seasonNumber === inTracker.season &&
    media.seasonNumber === 1
  );
}

/** The season that a name ends with: `undefined` for a name without one. */
export function withoutSeason(title: string): { readonly name: string; readonly season: number } | undefined {
  const { name, first, second, last } = ending().exec(plainTitle(title))?.groups ?? {};
  const season = Number(first ?? second ?? last);
  return name === undefined || !(season > 1) ? undefined : { name, season };
}

function isSame(one: string, other: string): boolean {
  return plainTitle(one).replaceAll(' ', '') === plainTitle(other).replaceAll(' ', '');
}

let pattern: RegExp | undefined;

/** "… season 2", "… 2nd season", "… 第2期", "… 2" of a normalised title. */
function ending(): RegExp {
  const words = seasonWords.season;
  return (pattern ??= new RegExp(
    String.raw`^(?<name>.+?) ?(?:(?:${words}) ?(?<first>\d{1,2})|第? ?(?<second>\d{1,2})(?:st|nd|rd|th)? ?(?:${words}|[期季部])|(?<= )(?<last>\d))$`,
    'u',
  ));
}
