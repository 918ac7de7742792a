import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';

/** What is added to the numbers of a page to get the numbers of the tracker. */
export type Offsets = Readonly<{
  seasonOffset: number;
  episodeOffset: number;
}>;

/** The offsets from an item to the chosen media; 0 where either has no number. */
export function offsetsOf(item: Partial<Item>, media: Media): Offsets {
  return {
    seasonOffset: difference(media.seasonNumber, item.seasonNumber),
    episodeOffset: difference(media.episodeNumber, item.episodeNumber),
  };
}

/** The numbers of an item after the offsets are applied. */
export function shiftedBy(
  { seasonNumber, episodeNumber }: Partial<Item>,
  { seasonOffset, episodeOffset }: Offsets,
): Pick<Item, 'seasonNumber' | 'episodeNumber'> {
  return defined({
    seasonNumber: sum(seasonNumber, seasonOffset),
    episodeNumber: sum(episodeNumber, episodeOffset),
  });
}

function difference(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? 0 : a - b;
}

function sum(number: number | undefined, offset: number): number | undefined {
  return number === undefined ? undefined : number + offset;
}
