import type { Item } from '../media/item';
import type { Media } from '../media/media';
import type { Playback } from '../session/playback';
import type { Status } from './status';

/** Everything that popup and icon show of one tab; kept by the worker in `storage.session` under `view:<tabId>`. */
export interface TabView {
  readonly tabId: number;
  readonly status: Status;
  /** Host of the page, as far as the extension may see it. */
  readonly host?: string;
  readonly siteId?: string;
  readonly siteName?: string;
  /** The connector's own sources fail and the page's structured data stands in. */
  readonly degraded?: boolean;
  readonly item?: Partial<Item>;
  readonly media?: Media;
  /** 0 to 1: how sure the match is. */
  readonly confidence?: number;
  readonly playback?: Playback;
  readonly sessionId?: string;
  /** The last update that the tracker accepted. */
  readonly sent?: { readonly position: number; readonly duration: number; readonly at: number };
  /** A press on "Scrobble now" would send something that a threshold or gate holds back. */
  readonly canScrobbleNow: boolean;
  readonly private?: boolean;
  /** Where the same title is being recorded instead, for `skipped` by `other-tab`. */
  readonly otherTabId?: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}
