import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { SkipReason } from './skip-reason';

/** One look at one tab: what is read from the page and what the player does, at the same moment. */
export interface Observation {
  readonly siteId: string;
  readonly reading?: Reading;
  readonly playback?: ObservedPlayback;
  /** The page, or the rules, say that this is not to be scrobbled. */
  readonly gate?: SkipReason;
  /** The page is being left, the tab closed, or the player gone: the session ends here. */
  readonly leaving: boolean;
  /** The page went without a last word: where it stood is worked out from its last one. */
  readonly missedUnload?: boolean;
  /** Milliseconds of the page's clock. */
  readonly at: number;
}

export interface Reading {
  readonly item: Partial<Item>;
  readonly identity: string;
  readonly confidence: number;
}

export interface ObservedPlayback extends Playback {
  /** Where the playhead stood just before a seek, in seconds. */
  readonly seekFrom?: number;
}
