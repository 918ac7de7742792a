import type { Item } from '../core/media/item';
import type { ResolveRequest } from '../protocol/tracker';

/** The question to `POST /media/resolve` for an item: everything that the page stated, under the interface's names. */
export function resolveRequest(item: Item): ResolveRequest {
  const { ids, year } = item;
  const common = {
    ...(ids?.imdb === undefined ? {} : { imdbId: ids.imdb }),
    ...(year === undefined ? {} : { year }),
  };
  if (item.type === 'movie') {
    return {
      type: 'movie',
      ...common,
      ...(ids?.tmdb === undefined ? {} : { tmdbId: ids.tmdb }),
      ...(item.title === undefined ? {} : { title: item.title }),
    };
  }
  return {
    type: 'episode',
    ...common,
    ...(ids?.episodeTmdb === undefined ? {} : { id: ids.episodeTmdb }),
    ...(ids?.tmdb === undefined ? {} : { tvShowId: ids.tmdb }),
    ...(item.seriesTitle === undefined ? {} : { seriesTitle: item.seriesTitle }),
    ...(item.seasonNumber === undefined ? {} : { seasonNumber: item.seasonNumber }),
    ...(item.episodeNumber === undefined ? {} : { episodeNumber: item.episodeNumber }),
    ...(item.episodeTitle === undefined ? {} : { episodeTitle: item.episodeTitle }),
  };
}
