import type { ExtensionEvent, Events } from '../kernel/events';
import type { Task } from '../kernel/scheduler';
import type { SimulatedDocument } from '../page/document';
import type { SiteId } from '../page/sites';
import type { Title } from '../page/titles';
import type { SimulatedVideo } from '../page/video';

export interface Tab {
  readonly id: number;
  readonly private: boolean;
  visible: boolean;
  /** Undefined while the tab is discarded or crashed. */
  page: Page | undefined;
  /** Pages that wait in the back-forward cache, newest last. */
  readonly cached: Page[];
}

/** A page with its frames. */
export interface Page {
  url: string;
  /** Undefined for a page that no connector is for. */
  readonly site: SiteId | undefined;
  /** The top frame first. */
  readonly frames: Frame[];
  /** The title that the page names. */
  text: Title | undefined;
  /** Whether the page shows that an advertisement plays. */
  adShown: boolean;
  isPrerendered: boolean;
  isFrozen: boolean;
  isGone: boolean;
  /** The browser shows an error in its place: the tab has its address, and no script runs in it. */
  readonly isError: boolean;
  /** Titles, by key, about which the endpoint of the site does not answer. */
  readonly trouble: Map<string, 'hangs' | 'fails'>;
}

export interface Frame {
  id: number;
  readonly page: Page;
  tab: Tab;
  url: string;
  readonly document: SimulatedDocument;
  readonly window: Events;
  readonly navigation: Events;
  readonly location: { href: string };
  /** Messages of the worker; the scripts of an older version listen to one of their own. */
  message: ExtensionEvent;
  /** The isolated world of the extension; a reload of the extension leaves it to its old scripts. */
  isolated: Record<PropertyKey, unknown>;
  isOrphaned: { value: boolean };
  video: SimulatedVideo | undefined;
  /** Timers that became due while the page was frozen. */
  readonly deferred: (() => void)[];
  readonly timers: Set<Task>;
  /** Messages of the page no longer arrive: it is being replaced by a page of another process. */
  isCutOff: boolean;
  /** The page is being left. */
  isEnding: boolean;
  /** The frame was taken out of its page. */
  isGone: boolean;
  readonly startedAt: number;
  /** When its last message has arrived, or will. */
  arrival: number;
}
