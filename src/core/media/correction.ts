import type { Media } from './media';

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
