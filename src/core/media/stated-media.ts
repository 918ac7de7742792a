import { defined } from '../values/defined';
import type { Item } from './item';
import type { Media } from './media';

/** Media made from ids that the page itself states, so that the tracker need not be asked. */
export function statedMedia(item: Item): Media | undefined {
  return item.type === 'movie' ? statedFilm(item) : statedEpisode(item);
}

function statedFilm({ ids, title, year }: Item): Media | undefined {
  return ids?.tmdb === undefined
    ? undefined
    : { type: 'movie', tmdbId: ids.tmdb, ...defined({ title, year }) };
}

/** An episode is named by its own id, or by the series' id with both numbers. */
function statedEpisode(item: Item): Media | undefined {
  const { ids, episodeTitle: title, seriesTitle, seasonNumber, episodeNumber, year } = item;
  const named = defined({ tmdbId: ids?.tmdb, title, seriesTitle, seasonNumber, episodeNumber, year });
  if (ids?.episodeTmdb !== undefined) return { type: 'episode', id: ids.episodeTmdb, ...named };
  const isNumbered = seasonNumber !== undefined && episodeNumber !== undefined;
  return ids?.tmdb !== undefined && isNumbered ? { type: 'episode', ...named } : undefined;
}
