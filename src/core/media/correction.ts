import type { Media } from './media';
import { defined } from '../values/defined';
import type { Item } from './item';
import { itemKey, seriesKey } from './item-key';

/** The user's mapping of an item to media. Stored under `corrections`, so field names stay. */
export type Correction = Readonly<{
  id: string;
  scope: 'item' | 'series';
  /** `itemKey` for one item, `seriesKey` for a whole series; no item has the key of a series. */
  key: string;
  /** The page's name for the item, for display. */
  label: string;
  /** For `series`, the item's own season and episode plus the offsets replace those of this media. */
  media: Media;
  /** The site's own id of the film or series at the time of the correction: `netflix:81747912`. */
  site?: string;
  seasonOffset?: number;
  episodeOffset?: number;
  /** Milliseconds since 1970. */
  createdAt: number;
}>;

/**
 * The media to which the user has corrected this item. A correction for exactly this item comes before one
 * for its series.
 */
export function correctedMedia(
  item: Item,
  corrections: Correction[],
): Readonly<{ media: Media; correction: Correction }> | undefined {
  const own = corrections.find(({ key }) => key === itemKey(item));
  if (own !== undefined) return { media: own.media, correction: own };
  if (item.type !== 'episode') return undefined;
  const series = corrections.find(({ key }) => key === seriesKey(item));
  const media = series && episodeOf(item, series);
  return media && { media, correction: series };
}

type NumberOffsets = Readonly<{
  seasonOffset: number;
  episodeOffset: number;
}>;

/**
 * The difference between the tracker's numbers and the page's, from one example. Absolute numbering ("episode
 * 27" is S2 E2) and split seasons are such offsets. A page without seasons counts as season 0.
 */
export function offsetsOf(item: Item, media: Media): NumberOffsets {
  return {
    seasonOffset: (media.seasonNumber ?? 0) - (item.seasonNumber ?? 0),
    episodeOffset: (media.episodeNumber ?? 0) - (item.episodeNumber ?? media.episodeNumber ?? 0),
  };
}

/** A correction for a series states the series and the offsets; the numbers come from the item. */
function episodeOf(
  item: Item,
  { media, seasonOffset = 0, episodeOffset = 0 }: Correction,
): Media | undefined {
  if (item.episodeNumber === undefined || media.tmdbId === undefined) return undefined;
  const seasonNumber = (item.seasonNumber ?? 0) + seasonOffset;
  const episodeNumber = item.episodeNumber + episodeOffset;
  if (seasonNumber < 0 || episodeNumber < 1) return undefined;
  const { tmdbId, seriesTitle, year, posterUrl } = media;
  const names = defined({ title: item.episodeTitle, seriesTitle, year, posterUrl });
  return { type: 'episode', tmdbId, seasonNumber, episodeNumber, ...names };
}
