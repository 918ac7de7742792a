import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { PlayedRanges } from './played-ranges';

/** One item being watched. Kept in `storage.session` with the tab that holds it. */
export type Session = Readonly<{
  id: string;
  siteId: string;
  /** The text by which the page's reader distinguishes one item from the next. */
  identity: string;
  item: Item;
  /** 0 to 1: how well the page was read (1: the connector's own sources). */
  confidence: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The latest playback that belongs to this item. */
  playback: Playback;
  played: PlayedRanges;
  /** How many seconds the title may last: the lengths of the works of its name at the tracker, best first. */
  runtimes?: readonly number[];
  /** Seconds of the media before this one, where the player loads the work in several. */
  offset?: number;
  /**
   * When the duration last grew, in milliseconds of the page's clock. 90 % of a growing duration means
   * nothing.
   */
  grewAt?: number;
  /** The last update that was given to the outbox: whole seconds, and milliseconds of the page's clock. */
  lastSent?: Readonly<{ position: number; at: number }>;
  /** Present while the crossing of a short medium is held back. */
  deferredCrossing?: DeferredCrossing;
  /** Present while the text of the page is doubtful. */
  doubt?: Doubt;
  /** The short medium that was played before this one, as long as it may have been an advertisement. */
  former?: FormerSession;
  /** A position above 90 % was given to the outbox with evidence: this session sends no more. */
  crossed: boolean;
}>;

/** A medium began under the title of the one before, or this title has come while the medium played. */
export type Doubt = Readonly<{
  /** Milliseconds of the page's clock. */
  since: number;
  /**
   * The medium before, under the same title, is no advertisement and has another length: this one is more
   * likely of a title that is named late, and while that is open, not even where it is left is sent.
   */
  isOther?: boolean;
}>;

/**
 * 90 % of a short medium was passed with evidence; what follows its end decides whether it was an
 * advertisement.
 */
export type DeferredCrossing = Readonly<{
  /** Whole seconds, as they will be sent. */
  position: number;
  duration: number;
  /** Who was signed in when it was watched (`accountKey`). */
  account?: string;
  /** Milliseconds of the page's clock. */
  until: number;
  /** Since when the player has stood at the end of the medium, in milliseconds of the page's clock. */
  endedAt?: number;
}>;

/** A session with a deferred crossing, of which the medium has ended, and what it is taken for so far. */
export type FormerSession = Readonly<{
  session: Session;
  presumed: 'advertisement' | 'title';
}>;

/** Why an update is sent. */
export type Cause = 'start' | 'pause' | 'seek' | 'end' | 'leave' | 'tick' | 'crossing' | 'asked';

/**
 * What the session gives to the outbox. Position and duration are whole seconds, as the tracker takes them.
 */
export type Update = Readonly<{
  sessionId: string;
  cause: Cause;
  position: number;
  duration: number;
  crossing: boolean;
  /** Whose it is (`accountKey`), where it was watched before it is sent; else whoever is signed in now. */
  account?: string;
  /** Milliseconds since 1970. */
  at: number;
}>;
