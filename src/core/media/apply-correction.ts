import type { Correction } from './correction';
import { itemKey, seriesKey } from './item-key';
import type { Item } from './item';
import type { Media } from './media';
import { defined } from '../values/defined';

/** What the person said this item is: a correction for exactly it, else the one for its series. */
export function correctedMedia(
  item: Item,
  corrections: readonly Correction[],
): { readonly media: Media; readonly correction: Correction } | undefined {
  const own = corrections.find(({ scope, key }) => scope === 'item' && key === itemKey(item));
  if (own !== undefined) return { media: own.media, correction: own };
  if (item.type !== 'episode') return undefined;
  const series = corrections.find(({ scope, key }) => scope === 'series' && key === seriesKey(item));
  const media = series === undefined ? undefined : shifted(item, series);
  return series === undefined || media === undefined ? undefined : { media, correction: series };
}

/**
 * How far the tracker's numbers are from the page's, from one example: absolute numbering ("episode 27" is S2 E2) and
 * split seasons are such shifts. A page without seasons counts as season 0.
 */
export function offsetsOf(
  item: Item,
  media: Media,
): { readonly seasonOffset: number; readonly episodeOffset: number } {
  return {
    seasonOffset: (media.seasonNumber ?? 0) - (item.seasonNumber ?? 0),
    episodeOffset: (media.episodeNumber ?? 0) - (item.episodeNumber ?? media.episodeNumber ?? 0),
  };
}

/** A series correction says which series and how far; the numbers are the item's own. */
function shifted(item: Item, { media, seasonOffset = 0, episodeOffset = 0 }: Correction): Media | undefined {
  if (item.episodeNumber === undefined || media.tmdbId === undefined) return undefined;
  const seasonNumber = (item.seasonNumber ?? 0) + seasonOffset;
  const episodeNumber = item.episodeNumber + episodeOffset;
  if (seasonNumber < 0 || episodeNumber < 1) return undefined;
  return {
    type: 'episode',
    tmdbId: media.tmdbId,
    seasonNumber,
    episodeNumber,
    ...defined({
      title: item.episodeTitle,
      seriesTitle: media.seriesTitle,
      year: media.year,
      posterUrl: media.posterUrl,
    }),
  };
}
