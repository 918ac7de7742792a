import type { Item } from '../core/media/item';
import type { ResolveRequest } from '../protocol/tracker/resolve';
import { defined } from '../core/values/defined';

/** The question to `POST /media/resolve` for an item: everything that the page stated, under the interface's names. */
export function resolveRequest(item: Item): ResolveRequest {
  const { ids, year } = item;
  const common = {
    ...(ids?.imdb === undefined ? {} : { imdbId: ids.imdb }),
    ...defined({ year }),
  };
  if (item.type === 'movie') {
    return {
      type: 'movie',
      ...common,
      ...(ids?.tmdb === undefined ? {} : { tmdbId: ids.tmdb }),
      ...defined({ title: item.title }),
    };
  }
  return {
    type: 'episode',
    ...common,
    ...(ids?.episodeTmdb === undefined ? {} : { id: ids.episodeTmdb }),
    ...(ids?.tmdb === undefined ? {} : { tvShowId: ids.tmdb }),
    ...defined({
      seriesTitle: item.seriesTitle,
      seasonNumber: item.seasonNumber,
      episodeNumber: item.episodeNumber,
      episodeTitle: item.episodeTitle,
    }),
  };
}
