import type { Correction } from '../../core/media/correction';
import type { Item } from '../../core/media/item';

/** An item whose numbers become those of the chosen media. */
export function exampleOf({ media, seasonOffset = 0, episodeOffset = 0 }: Correction): Partial<Item> {
  return {
    type: 'episode',
    seasonNumber: (media.seasonNumber ?? 1) - seasonOffset,
    episodeNumber: (media.episodeNumber ?? 10) - episodeOffset,
  };
}
