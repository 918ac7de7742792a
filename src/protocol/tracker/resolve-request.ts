import type { Item } from '../../core/media/item';
import { languageTag } from '../../core/text/language-tag';
import { defined } from '../../core/values/defined';
import type { ResolveRequest } from './resolve';

/** The body of `POST /matinee/resolve` for an item: everything that was read from the page. */
export function resolveRequest(item: Item): ResolveRequest {
  const { ids, year } = item;
  const imdbId = ids?.imdb;
  const siteIds = siteIdsOf(item);
  const language = languageTag(item.language);
  if (item.type === 'movie')
    return {
      type: 'movie',
      ...defined({ imdbId, siteIds, year, language, tmdbId: ids?.tmdb, title: item.title }),
    };
  const { seriesTitle, seasonNumber, episodeNumber, episodeTitle } = item;
  return {
    type: 'episode',
    ...defined({
      imdbId,
      siteIds,
      year,
      language,
      id: ids?.episodeTmdb,
      tvShowId: ids?.tmdb,
      tvdbId: ids?.tvdb,
    }),
    ...defined({ seriesTitle, seasonNumber, episodeNumber, episodeTitle }),
  };
}

/** `netflix:81747912` as `{ netflix: '81747912' }`. */
function siteIdsOf({ ids }: Item): ResolveRequest['siteIds'] {
  const [, site, id] = /^([^:]+):(.+)$/.exec(ids?.site ?? '') ?? [];
  return site === undefined || id === undefined ? undefined : { [site]: id };
}
