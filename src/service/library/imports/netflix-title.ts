import { seasonWords } from '../../../core/text/season-words';
import { defined } from '../../../core/values/defined';
import type { ImportRow } from './import-row';

type RowTitle = Pick<
  ImportRow,
  'type' | 'title' | 'seasonNumber' | 'episodeNumber' | 'episodeTitle' | 'wholeTitle'
>;

const SEASON = new RegExp(
  String.raw`^(?:${seasonWords.season})\s?(\d{1,2})$|^(\d{1,2})\.?\s?(?:${seasonWords.season})$`,
  'iu',
);
/** Netflix's text for the only season of a series, in the languages of the extension. */
const ONLY_SEASON = new RegExp(
  '^(?:'.concat(
    [
      'limited series|mini-?\\s?seri\\p{L}{1,3}|mini-?\\s?s[ée]rie|minissérie',
      'serie limitada|série limitada',
      'série limitée|edición limitada|serie limitata|begränsad serie|minisarja|minisorozat|mini dizi',
      'мини-?сериал|міні-?серіал|обмежений серіал|リミテッドシリーズ|리미티드 시리즈',
      'مسلسل قصير|مسلسل محدود',
    ].join('|'),
    ')$',
  ),
  'iu',
);
/** "Part 2", "Book 1", "Stranger Things 2": often, but not always, the number of the season. */
const NUMBERED = /(?:^|\s)(\d{1,2})$/;
/** "Pilot (Episode 1)". */
const NUMBER_AT_END = new RegExp(String.raw`\s*\((?:${seasonWords.episode})\.?\s?(\d{1,3})\)$`, 'iu');

/**
 * `Series: Season 2: Name of the episode`, where each of the three may contain a colon. Anything else is
 * taken for a film.
 */
export function readNetflixTitle(text: string): RowTitle {
  const parts = text.split(': ');
  const found = findSeason(parts);
  if (found === undefined) return { type: 'movie', title: text };
  const { at, season, isSure } = found;
  const name = parts.slice(at + 1).join(': ');
  const number = Number(NUMBER_AT_END.exec(name)?.[1] ?? 0);
  return {
    type: 'episode',
    title: parts.slice(0, at).join(': '),
    seasonNumber: season,
    episodeTitle: name.replace(NUMBER_AT_END, '').replaceAll(/^"|"$/g, ''),
    // A part may be half a season, whose numbers differ.
    ...defined(isSure ? { episodeNumber: number > 0 ? number : undefined } : { wholeTitle: text }),
  };
}

type NetflixPart = Readonly<{
  /** Its place among the parts. */
  at: number;
  season: number;
  isSure: boolean;
}>;

/** A part that names a season, neither the first nor the last one; otherwise one that ends with a number. */
function findSeason(parts: readonly string[]): NetflixPart | undefined {
  const inner = parts.slice(1, -1).map((part, index) => ({ part: part.trim(), at: index + 1 }));
  for (const { part, at } of inner) {
    const [, first, second] = SEASON.exec(part) ?? [];
    const number = first ?? second;
    if (number !== undefined) return { at, season: Number(number), isSure: true };
    if (ONLY_SEASON.test(part)) return { at, season: 1, isSure: true };
  }
  const numbered = inner.find(({ part }) => NUMBERED.test(part));
  if (numbered === undefined) return undefined;
  return { at: numbered.at, season: Number(NUMBERED.exec(numbered.part)?.[1]), isSure: false };
}
