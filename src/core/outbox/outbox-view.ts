import type { Item } from '../media/item';
import type { Evidence } from '../matching/question';
import type { Media } from '../media/media';

/** One entry of the outbox as the popup lists it under "Later". */
export type OutboxView = Readonly<{
  id: string;
  /** The account it belongs to (`accountKey`); empty: it was watched while nobody was signed in. */
  account: string;
  state: 'waiting' | 'sending' | 'review' | 'parked' | 'unmatched' | 'foreign';
  item: Item;
  siteId: string;
  media?: Media;
  confidence?: number;
  candidates?: Media[];
  /** What speaks for and against `media`. */
  evidence?: Evidence[];
  ambiguous?: boolean;
  position: number;
  duration: number;
  /** It holds a crossing of 90 %. */
  watched: boolean;
  /** Milliseconds since 1970. */
  at: number;
  attempts: number;
  retryAt?: number;
  error?: Readonly<{ code: string; message: string }>;
}>;

/** One sent update with its answer. The newest 5,000 are kept in IndexedDB. */
export type ActivityEntry = Readonly<{
  id: number;
  at: number;
  sessionId: string;
  /** Id of the outbox entry; absent in entries of older versions. */
  entry?: string;
  siteId: string;
  item: Item;
  media?: Media;
  /**
   * The address it was watched at, reduced to the part that says what is watched. Absent for private windows.
   */
  page?: string;
  position: number;
  duration: number;
  cause: string;
  answer: 'accepted' | 'rejected' | 'failed';
  status?: number;
  code?: string;
  message?: string;
}>;
