import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { SkipReason } from './skip-reason';

/** One observation of a tab: what the page shows and what the player does at the same moment. */
export type Observation = Readonly<{
  siteId: string;
  reading?: Reading;
  playback?: ObservedPlayback;
  /** Why the page or the worker does not want this playback recorded. */
  gate?: SkipReason;
  /** The page is left, the tab closed, or the player gone: the session ends here. */
  leaving: boolean;
  /** The page is still there, but its player is gone, for example while the next medium loads. */
  playerLost?: boolean;
  /** No report came at unload, so the last position is extrapolated from the last report. */
  missedUnload?: boolean;
  /** Milliseconds of the page's clock. */
  at: number;
}>;

export type Reading = Readonly<{
  item: Partial<Item>;
  /** The text by which the page's reader tells one item from the next. */
  identity: string;
  /** 0 to 1. */
  confidence: number;
}>;

export interface ObservedPlayback extends Playback {
  /** The position just before a seek, in seconds. */
  readonly seekFrom?: number;
}
