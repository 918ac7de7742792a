import type { Item } from '../media/item';
import type { Evidence } from '../matching/question';
import type { Media } from '../media/media';
import type { Playback } from '../session/playback';
import type { Status } from './status';

/**
 * Everything that popup and icon show of one tab. The worker keeps it in `storage.session` under
 * `view:<tabId>`.
 */
export interface TabView {
  readonly tabId: number;
  readonly status: Status;
  /** Host of the page, where the extension may see it. */
  readonly host?: string;
  readonly siteId?: string;
  readonly siteName?: string;
  /** The connector's own sources fail and the page's structured data is used. */
  readonly degraded?: boolean;
  readonly item?: Partial<Item>;
  readonly media?: Media;
  /** 0 to 1: confidence of the match. */
  readonly confidence?: number;
  /** What speaks for and against the match. */
  readonly evidence?: readonly Evidence[];
  /** Another title of the tracker is about as near. */
  readonly ambiguous?: boolean;
  readonly playback?: Playback;
  readonly sessionId?: string;
  /** The last update that the tracker accepted: seconds, and milliseconds since 1970. */
  readonly sent?: { readonly position: number; readonly duration: number; readonly at: number };
  /** "Scrobble now" would send something that a threshold or gate holds back. */
  readonly canScrobbleNow: boolean;
  readonly private?: boolean;
  /** For `skipped` with `other-tab`: the tab that records the title instead. */
  readonly otherTabId?: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}
