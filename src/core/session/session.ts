import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { PlayedRanges } from './played-ranges';

/** One item being watched. Kept in `storage.session` with the tab that holds it. */
export interface Session {
  readonly id: string;
  readonly siteId: string;
  /** The text by which the page's reader distinguishes one item from the next. */
  readonly identity: string;
  readonly item: Item;
  /** 0 to 1: how well the page was read (1: the connector's own sources). */
  readonly confidence: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The latest playback that belongs to this item. */
  readonly playback: Playback;
  readonly played: PlayedRanges;
  /** Seconds that the work lasts by what the tracker knows under its name, the best first. */
  readonly runtimes?: readonly number[];
  /** Seconds of the media before this one, where the player loads the work in several. */
  readonly offset?: number;
  /**
   * When the duration last grew, in milliseconds of the page's clock. 90 % of a growing duration means
   * nothing.
   */
  readonly grewAt?: number;
  /** The last update that was given to the outbox: whole seconds, and milliseconds of the page's clock. */
  readonly lastSent?: { readonly position: number; readonly at: number };
  /** Present while the crossing of a short medium is held back. */
  readonly deferredCrossing?: DeferredCrossing;
  /** Present while the text of the page is doubtful. */
  readonly doubt?: Doubt;
  /** The short medium that was played before this one, as long as it may have been an advertisement. */
  readonly former?: FormerSession;
  /** A position above 90 % was given to the outbox with evidence: this session sends no more. */
  readonly crossed: boolean;
}

/** A medium began under the title of the one before, or this title has come while the medium played. */
export interface Doubt {
  /** Milliseconds of the page's clock. */
  readonly since: number;
  /**
   * The medium before, under the same title, is no advertisement and has another length: this one is more
   * likely of a title that is named late, and while that is open, not even where it is left is sent.
   */
  readonly isOther?: boolean;
}

/**
 * 90 % of a short medium was passed with evidence; what follows its end decides whether it was an
 * advertisement.
 */
export interface DeferredCrossing {
  /** Whole seconds, as they will be sent. */
  readonly position: number;
  readonly duration: number;
  /** Who was signed in when it was watched (`accountKey`). */
  readonly account?: string;
  /** Milliseconds of the page's clock. */
  readonly until: number;
  /** Since when the player has stood at the end of the medium, in milliseconds of the page's clock. */
  readonly endedAt?: number;
}

/** A session with a deferred crossing, of which the medium has ended, and what it is taken for so far. */
export interface FormerSession {
  readonly session: Session;
  readonly presumed: 'advertisement' | 'title';
}

/** Why an update is sent. */
export type Cause = 'start' | 'pause' | 'seek' | 'end' | 'leave' | 'tick' | 'crossing' | 'asked';

/**
 * What the session gives to the outbox. Position and duration are whole seconds, as the tracker takes them.
 */
export interface Update {
  readonly sessionId: string;
  readonly cause: Cause;
  readonly position: number;
  readonly duration: number;
  readonly crossing: boolean;
  /** Whose it is (`accountKey`), where it was watched before it is sent; else whoever is signed in now. */
  readonly account?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
