import type { Media } from './media';

/** The person's mapping of what a page says to what it is. Kept in `storage.local` under `corrections`. */
export interface Correction {
  readonly id: string;
  readonly scope: 'item' | 'series';
  /** `itemKey` for one item, `seriesKey` for a whole series (see item-key.ts). */
  readonly key: string;
  /** What the page said, for people. */
  readonly label: string;
  /** For `series` the season and episode of this media are replaced by the item's own plus the offsets. */
  readonly media: Media;
  readonly seasonOffset?: number;
  readonly episodeOffset?: number;
  readonly createdAt: number;
}
