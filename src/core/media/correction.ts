import type { Media } from './media';

/** The user's mapping of an item to media. Stored under `corrections`, so field names stay. */
export type Correction = Readonly<{
  id: string;
  scope: 'item' | 'series';
  /** `itemKey` for one item, `seriesKey` for a whole series; no item has the key of a series. */
  key: string;
  /** The item as the page names it, to be shown. */
  label: string;
  /** For `series` the season and episode of this media are replaced by the item's own plus the offsets. */
  media: Media;
  /** What the site called the film or series when it was corrected: `netflix:81747912`. */
  site?: string;
  seasonOffset?: number;
  episodeOffset?: number;
  /** Milliseconds since 1970. */
  createdAt: number;
}>;
