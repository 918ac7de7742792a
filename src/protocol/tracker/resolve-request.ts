import type { Item } from '../../core/media/item';
import { languageTag } from '../../core/text/language-tag';
import { defined } from '../../core/values/defined';
import type { ResolveRequest } from './resolve';

/** The body of `POST /media/resolve` for an item: everything that was read from the page. */
export function resolveRequest(item: Item): ResolveRequest {
  const { ids, year } = item;
  const imdbId = ids?.imdb;
  const language = languageTag(item.language);
  if (item.type === 'movie')
    return { type: 'movie', ...defined({ imdbId, year, language, tmdbId: ids?.tmdb, title: item.title }) };
  const { seriesTitle, seasonNumber, episodeNumber, episodeTitle } = item;
  return {
    type: 'episode',
    ...defined({ imdbId, year, language, id: ids?.episodeTmdb, tvShowId: ids?.tmdb }),
    ...defined({ seriesTitle, seasonNumber, episodeNumber, episodeTitle }),
  };
}
