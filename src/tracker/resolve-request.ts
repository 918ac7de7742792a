import type { Item } from '../core/media/item';
import { defined } from '../core/values/defined';
import type { ResolveRequest } from '../protocol/tracker/resolve';

/** The body of `POST /media/resolve` for an item: everything that was read from the page. */
export function resolveRequest(item: Item): ResolveRequest {
  const { ids, year } = item;
  const imdbId = ids?.imdb;
  if (item.type === 'movie')
    return { type: 'movie', ...defined({ imdbId, year, tmdbId: ids?.tmdb, title: item.title }) };
  const { seriesTitle, seasonNumber, episodeNumber, episodeTitle } = item;
  return {
    type: 'episode',
    ...defined({ imdbId, year, id: ids?.episodeTmdb, tvShowId: ids?.tmdb }),
    ...defined({ seriesTitle, seasonNumber, episodeNumber, episodeTitle }),
  };
}
