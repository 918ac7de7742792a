import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { SkipReason } from './skip-reason';

/** One observation of a tab: what is read from the page and what the player does, at the same moment. */
export interface Observation {
  readonly siteId: string;
  readonly reading?: Reading;
  readonly playback?: ObservedPlayback;
  /** Why the page or the worker does not want this to be recorded. */
  readonly gate?: SkipReason;
  /** The page is left, the tab closed, or the player gone: the session ends here. */
  readonly leaving: boolean;
  /** The page is still there and its player is gone, as while the next medium loads. */
  readonly playerLost?: boolean;
  /** No report came at unload, so the last position is extrapolated from the last report. */
  readonly missedUnload?: boolean;
  /** Milliseconds of the page's clock. */
  readonly at: number;
}

export interface Reading {
  readonly item: Partial<Item>;
  /** The text by which the page's reader distinguishes one item from the next. */
  readonly identity: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface ObservedPlayback extends Playback {
  /** The position just before a seek, in seconds. */
  readonly seekFrom?: number;
}
