import type { Item } from '../media/item';
import type { Evidence } from '../matching/question';
import type { Media } from '../media/media';

/** One entry of the outbox as the popup lists it under "Later". */
export interface OutboxView {
  readonly id: string;
  /** Whose it is (`accountKey`); empty: it was watched while nobody was signed in. */
  readonly account: string;
  readonly state: 'waiting' | 'sending' | 'review' | 'parked' | 'unmatched' | 'foreign';
  readonly item: Item;
  readonly siteId: string;
  readonly media?: Media;
  readonly confidence?: number;
  readonly candidates?: readonly Media[];
  /** What speaks for and against `media`. */
  readonly evidence?: readonly Evidence[];
  readonly ambiguous?: boolean;
  readonly position: number;
  readonly duration: number;
  /** It holds a crossing of 90 %. */
  readonly watched: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly attempts: number;
  readonly retryAt?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** One update that was sent, with its answer. In IndexedDB, the newest 5,000. */
export interface ActivityEntry {
  readonly id: number;
  readonly at: number;
  readonly sessionId: string;
  /** Id of the outbox entry; versions before have not stored it. */
  readonly entry?: string;
  readonly siteId: string;
  readonly item: Item;
  readonly media?: Media;
  /** Where it was watched, as far as the address says what is watched; not of private windows. */
  readonly page?: string;
  readonly position: number;
  readonly duration: number;
  readonly cause: string;
  readonly answer: 'accepted' | 'rejected' | 'failed';
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
}
