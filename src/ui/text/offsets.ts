import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';

export interface Offsets {
  readonly seasonOffset: number;
  readonly episodeOffset: number;
}

/** From the numbers of the page to those of the chosen media; a site without seasons counts as being in the media's own. */
export function offsetsOf(item: Partial<Item>, media: Media): Offsets {
  return {
    seasonOffset:
      item.seasonNumber === undefined || media.seasonNumber === undefined
        ? 0
        : media.seasonNumber - item.seasonNumber,
    episodeOffset:
      item.episodeNumber === undefined || media.episodeNumber === undefined
        ? 0
        : media.episodeNumber - item.episodeNumber,
  };
}

/** What an item's numbers become. */
export function shiftedBy(
  item: Partial<Item>,
  { seasonOffset, episodeOffset }: Offsets,
): Pick<Item, 'seasonNumber' | 'episodeNumber'> {
  return {
    ...(item.seasonNumber === undefined ? {} : { seasonNumber: item.seasonNumber + seasonOffset }),
    ...(item.episodeNumber === undefined ? {} : { episodeNumber: item.episodeNumber + episodeOffset }),
  };
}
