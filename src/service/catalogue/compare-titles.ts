import { plainTitle } from '../../core/text/normalize-title';
import { compareNames, similarity } from '../../core/matching/compare-names';
import { judge } from '../../core/matching/judge';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import type { ResolveRequest } from '../../protocol/tracker/resolve';
import type { Title } from './catalogue';

/**
 * How well a known title matches a query:
 * - 1: equal after normalising;
 * - between 0 and 1: near enough to be offered;
 * - 0: another title.
 */
export function titleScore(asked: string, known: string): number {
  const a = plainTitle(asked);
  const b = plainTitle(known);
  // Normalising leaves nothing of a title that consists of punctuation, so the original texts are compared.
  if (a === '' || b === '') return asked.trim() === known.trim() ? 1 : 0;
  if (a === b) return 1;
  const close = similarity(a.replaceAll(' ', ''), b.replaceAll(' ', ''));
  if (isPrefixOfWords(a, b)) return Math.max(leastPrefixScore, close);
  return close >= leastSimilarity ? close : 0;
}

/** Whether every word of the query begins a word of the title, as while somebody is still typing. */
function isPrefixOfWords(asked: string, known: string): boolean {
  const words = known.split(' ');
  return (
    asked.length >= leastPrefixLength &&
    asked.split(' ').every((word) => words.some((other) => other.startsWith(word)))
  );
}

/** Minimum length of such a query, in letters. A shorter one says too little. */
const leastPrefixLength = 3;

const leastPrefixScore = 0.6;

/** Titles less similar than this are different titles, not spellings. */
const leastSimilarity = 0.75;

/**
 * Ranks the titles by how well they match the question. Each film and episode is listed once, with its other
 * names if they were looked up.
 */
export function rankTitles(request: ResolveRequest, titles: Title[]): Title[] {
  const fullestFirst = titles.toSorted(
    (a, b) => Number(b.titles !== undefined) - Number(a.titles !== undefined),
  );
  const byMedia = new Map(fullestFirst.map((title) => [toMedia(title), title]));
  const judged = judge({ item: toItem(request) }, [...byMedia.keys()]);
  return judged.flatMap(({ media }) => byMedia.get(media) ?? []);
}

/** Whether one of the names is the requested one, or a spelling of it. */
export function hasName(asked: string, names: string[]): boolean {
  return names.some((name) => {
    const likeness = compareNames(asked, name);
    return likeness === 'same' || likeness === 'variant';
  });
}

function toItem(request: ResolveRequest): Item {
  const { type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle, year, language } = request;
  return defined({ type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle, year, language });
}

/** A title in the form that `judge` takes. */
export function toMedia(title: Title): Media {
  const {
    type,
    episodeId,
    title: workTitle,
    episodeTitle,
    titles,
    episodeTitles,
    seasons,
    ...fields
  } = title;
  return {
    ...fields,
    type,
    ...defined({ id: episodeId, titles, episodeTitles, seasons }),
    ...(type === 'movie' ? { title: workTitle } : defined({ seriesTitle: workTitle, title: episodeTitle })),
  };
}
