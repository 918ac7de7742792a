import type { Item } from '../media/item';

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

/** What the player of one frame does at one moment. */
export type Playback = Readonly<{
  state: PlaybackState;
  /** Seconds into the content. */
  position: number;
  /** Seconds; 0 while the player does not know it yet, Infinity for a live stream. */
  duration: number;
  /** 1 is normal speed. */
  rate: number;
  /** When this was read, in milliseconds of a clock of the page that only goes forward. */
  at: number;
  /** When the worker received it, in milliseconds since 1970. */
  receivedAt?: number;
  /** The media resource, hashed or shortened; changes when the player loads something else. */
  source?: string;
}>;

type PlaybackState = 'playing' | 'paused' | 'ended';

/** Why a playback is deliberately not recorded. Each reason has a text `skip_<reason>` in the locales. */
export const skipReasons = [
  /** An ad plays in the player; the session is kept. */
  'ad',
  /** A trailer, preview, recap or bonus clip. */
  'trailer',
  /** A live stream: infinite or absurd duration. */
  'live',
  /** Shorter than the limit in the settings. */
  'too-short',
  /** A private window, and the settings do not include those. */
  'private-window',
  /** The user has marked this title in this tab as watched by somebody else. */
  'not-me',
  /** Films or episodes are turned off in the settings. */
  'type-off',
  /** The same item plays in another tab, which holds the session. */
  'other-tab',
  /** Past 90 %, but too little of the item was played. */
  'insufficient-evidence',
  /** What plays has just changed; a second reading must confirm it. */
  'settling',
] as const;

export type SkipReason = (typeof skipReasons)[number];
