import { plainTitle } from '../text/normalize-title';
import type { Item } from './item';

/**
 * The same text for the same film or episode on every site: the key of corrections, and of the lease by which
 * two tabs share a session. It is stored, so its form must not change.
 */
export function itemKey(item: Item): string {
  if (item.type === 'movie') return ['movie', keyName(item), item.year ?? ''].join('|');
  const number = item.episodeNumber ?? `"${plainTitle(item.episodeTitle ?? '')}"`;
  const last = item.lastEpisodeNumber === undefined ? '' : `-${item.lastEpisodeNumber}`;
  return [seriesKey(item), item.seasonNumber ?? '', `${number}${last}`].join('|');
}

/** The same text for all episodes of a series. */
export function seriesKey(item: Item): string {
  return ['series', keyName(item)].join('|');
}

/** The normalised title, or an id where there is no title. */
function keyName(item: Item): string {
  const title = plainTitle(item.seriesTitle ?? item.title ?? '');
  if (title !== '') return title;
  const { tmdb, imdb, episodeTmdb } = item.ids ?? {};
  return `#${tmdb ?? imdb ?? episodeTmdb ?? ''}`;
}

/** Not every site states the year of a film, and the key ends with it: `movie|sintel|2010`. */
export function isSameTitle(a: string, b: string): boolean {
  return a === b || a === withoutYear(b) || b === withoutYear(a);
}

/** The key of a film with `end` in place of its year. The key of an episode is returned unchanged. */
export function withoutYear(key: string, end = ''): string {
  return key.replace(/^(movie.*\|).*/, `$1${end}`);
}
