import type { Item } from '../media/item';
import type { Evidence } from '../matching/question';
import type { Media } from '../media/media';
import type { Playback } from '../session/playback';
import type { Status } from './status';

/**
 * Everything that popup and icon show of one tab. The worker keeps it in `storage.session` under
 * `view:<tabId>`.
 */
export type TabView = Readonly<{
  tabId: number;
  status: Status;
  /** Host of the page, if the extension may read it. */
  host?: string;
  siteId?: string;
  siteName?: string;
  /** The connector's own sources fail and the page's structured data is used. */
  degraded?: boolean;
  item?: Partial<Item>;
  media?: Media;
  /** 0 to 1: confidence of the match. */
  confidence?: number;
  /** Evidence for and against the match. */
  evidence?: readonly Evidence[];
  /** Another title of the tracker matches about as well. */
  ambiguous?: boolean;
  playback?: Playback;
  sessionId?: string;
  /** The last update that the tracker accepted: seconds, and milliseconds since 1970. */
  sent?: Readonly<{ position: number; duration: number; at: number }>;
  /** "Scrobble now" would send something that a threshold or gate holds back. */
  canScrobbleNow: boolean;
  private?: boolean;
  /** For `skipped` with `other-tab`: the tab that records the title instead. */
  otherTabId?: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
}>;
