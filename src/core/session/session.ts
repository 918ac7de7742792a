import type { Item } from '../media/item';
import type { Playback } from './playback';
import type { PlayedRanges } from './played-ranges';

/** One item being watched. Lives in the worker's storage while a tab holds it. */
export interface Session {
  readonly id: string;
  readonly siteId: string;
  /** The tuple by which the page's reader tells one item from the next. */
  readonly identity: string;
  readonly item: Item;
  /** 0 to 1: how well the page was read (1: the connector's own sources). */
  readonly confidence: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The latest playback that belongs to this item. */
  readonly playback: Playback;
  readonly played: PlayedRanges;
  /** While an ad, or something else that is not the item, plays in its place: when that began. Nothing is credited. */
  readonly frozen: boolean;
  /** When the player's duration last grew, by the page's clock: a length that still grows says nothing of 90 %. */
  readonly grewAt?: number;
  /** The last update that was handed to the outbox. */
  readonly lastSent?: { readonly position: number; readonly at: number };
  /** 90 % of something short was passed: handed over as soon as it is sure that it was no advertisement. */
  readonly deferredCrossing?: DeferredCrossing;
  /** A position above 90 % was handed over with evidence: this session sends no more. */
  readonly crossed: boolean;
}

/** 90 % of a short medium was passed with evidence, and what comes after its end has yet to show what it was. */
export interface DeferredCrossing {
  /** Whole seconds, as they will be sent. */
  readonly position: number;
  readonly duration: number;
  /** Milliseconds of the page's clock. */
  readonly until: number;
}

/** Why an update is sent. */
export type Cause = 'start' | 'pause' | 'seek' | 'end' | 'leave' | 'tick' | 'crossing' | 'asked';

/** What the session hands to the outbox. Position and duration are whole seconds, as the tracker takes them. */
export interface Update {
  readonly sessionId: string;
  readonly cause: Cause;
  readonly position: number;
  readonly duration: number;
  readonly crossing: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}
