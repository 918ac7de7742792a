import type { Item } from './item';
import type { Media } from './media';
import { defined } from '../values/defined';

/** Media from ids that the page states itself; then nobody has to be asked. */
export function statedMedia(item: Item): Media | undefined {
  const { ids } = item;
  if (item.type === 'movie') {
    if (ids?.tmdb === undefined) return undefined;
    return {
      type: 'movie',
      tmdbId: ids.tmdb,
      ...defined({ title: item.title }),
      ...yearOf(item),
    };
  }
  const named = {
    ...defined({
      title: item.episodeTitle,
      seriesTitle: item.seriesTitle,
      seasonNumber: item.seasonNumber,
      episodeNumber: item.episodeNumber,
    }),
    ...yearOf(item),
  };
  if (ids?.episodeTmdb !== undefined)
    return {
      type: 'episode',
      id: ids.episodeTmdb,
      ...defined({ tmdbId: ids.tmdb }),
      ...named,
    };
  const placed = item.seasonNumber !== undefined && item.episodeNumber !== undefined;
  return ids?.tmdb !== undefined && placed ? { type: 'episode', tmdbId: ids.tmdb, ...named } : undefined;
}

function yearOf({ year }: Item) {
  return year === undefined ? {} : { year };
}
