import type { Item } from './item';
import { plainTitle } from '../text/normalize-title';

/**
 * The same film or episode under the same words, wherever it is watched: the key of corrections, of the match cache and
 * of the lease by which two tabs share one session.
 */
export function itemKey(item: Item): string {
  if (item.type === 'movie') return ['movie', nameOf(item), item.year ?? ''].join('|');
  const number = item.episodeNumber ?? `"${plainTitle(item.episodeTitle ?? '')}"`;
  return [seriesKey(item), item.seasonNumber ?? '', number].join('|');
}

/** The same series under the same words; a film has none. */
export function seriesKey(item: Item): string {
  return ['series', nameOf(item)].join('|');
}

function nameOf(item: Item): string {
  const title = plainTitle(item.seriesTitle ?? item.title ?? '');
  if (title !== '') return title;
  const { ids } = item;
  return ids?.tmdb === undefined ? `#${ids?.imdb ?? ids?.episodeTmdb ?? ''}` : `#${ids.tmdb}`;
}
