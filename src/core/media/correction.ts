import type { Media } from './media';

/** The user's mapping of an item to media. Stored under `corrections`, so field names stay. */
export interface Correction {
  readonly id: string;
  readonly scope: 'item' | 'series';
  /** `itemKey` for one item, `seriesKey` for a whole series; no item has the key of a series. */
  readonly key: string;
  /** The item as the page names it, to be shown. */
  readonly label: string;
  /** For `series` the season and episode of this media are replaced by the item's own plus the offsets. */
  readonly media: Media;
  /** What the site called the film or series when it was corrected: `netflix:81747912`. */
  readonly site?: string;
  readonly seasonOffset?: number;
  readonly episodeOffset?: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}
