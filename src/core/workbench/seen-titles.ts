import { isReadable, type Item } from '../media/item';

/** After this many titles, a draft certainly reads more than the one it was made from. */
export const ENOUGH_TITLES = 2;

/** The titles that a draft has read in full, with this one added; the same list if it is known. */
export function withSeenTitle(seen: readonly string[], item: Partial<Item>): readonly string[] {
  if (!isReadable(item)) return seen;
  const { type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle } = item;
  const key = JSON.stringify([type, title ?? seriesTitle, seasonNumber, episodeNumber ?? episodeTitle]);
  return seen.length >= ENOUGH_TITLES || seen.includes(key) ? seen : [...seen, key];
}
