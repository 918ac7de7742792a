import { plainTitle } from '../text/normalize-title';
import { seasonWords } from '../text/season-words';

/**
 * The season that a title ends with, and the normalised title before it: "Mob Psycho 100 II", "… Staffel 2",
 * "… 2nd season", "… 第2期". `undefined` for a title without one. For the service, which has to search for a
 * series before it knows any name of it.
 */
export function withoutSeason(title: string): { readonly name: string; readonly season: number } | undefined {
  const { name, first, second, last } = ending().exec(plainTitle(title))?.groups ?? {};
  const season = Number(first ?? second ?? last);
  return name === undefined || !(season > 1) ? undefined : { name, season };
}

let pattern: RegExp | undefined;

/** Of a normalised title, in which every number has arabic digits. */
function ending(): RegExp {
  const words = seasonWords.season;
  const wordFirst = String.raw`(?:${words}) ?(?<first>\d{1,2})`;
  const numberFirst = String.raw`第? ?(?<second>\d{1,2})(?:st|nd|rd|th)? ?(?:${words}|[期季部])`;
  return (pattern ??= new RegExp(
    String.raw`^(?<name>.+?) ?(?:${wordFirst}|${numberFirst}|(?<= )(?<last>\d))$`,
    'u',
  ));
}
