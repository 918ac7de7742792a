import type { Correction } from '../../../src/core/media/correction';
import type { Item } from '../../../src/core/media/item';
import { itemKey } from '../../../src/core/media/item-key';
import type { Media } from '../../../src/core/media/media';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import type { EarlierEvidence } from '../../../src/core/session/earlier-evidence';
import type { RecentlyWatched } from '../../../src/core/session/recently-watched';
import { idleWatch, type TabWatch } from '../../../src/core/session/tab-watch';
import { emptyTracker, type Account, type ToyTracker } from './model-tracker';

/** One tab, its worker and the tracker, over simulated time. */
export interface Model {
  /** All that a worker has when it starts; everything else is gone when it is stopped. */
  stored: {
    watching: TabWatch;
    outbox: Record<string, OutboxEntry>;
    recent: RecentlyWatched;
    earlier: EarlierEvidence;
    corrections: readonly Correction[];
  };
  readonly tracker: ToyTracker;
  /** Milliseconds since 1970; the clocks of page and worker agree. */
  now: number;
  ids: number;
  /** Who is signed in. */
  account: Account;
  /** The tracker has refused the token, so nothing is sent until somebody signs in. */
  signedOut: boolean;
  /** The worker is stopped in its next step, after it has stored the outbox and before the session. */
  stopsWhileStoring: boolean;
  /** Index in `films` of what plays in the tab. */
  film: number;
  /** Seconds. */
  position: number;
  state: 'playing' | 'paused';
  viewings: Viewing[];
  /** The `tmdbId` of the film of each update that had to wait for a person. */
  parked: number[];
}

/**
 * What the oracle notes of one person's viewing of one film, without any of the code under test. `must`
 * and `may` bound the number of entries in the history, since some cases have two right answers.
 */
export interface Viewing {
  readonly film: number;
  /** Seconds of the content that were played since the page was opened; a reload empties it. */
  seen: Set<number>;
  /** Who was signed in while it went on. */
  readonly accounts: Set<Account>;
  /** All that was ever played, including earlier viewings that did not count. */
  readonly everSeen: Set<number>;
  /** Long enough below 90 % for the tracker to be sent its start. */
  begun: boolean;
  /** When the last unmarked advertisement before it ended, in milliseconds since 1970. */
  adEndedAt?: number;
  /** When the worker first kept a report of it, in milliseconds since 1970. */
  firstReportAt?: number;
  /** The worker has kept two reports of it, a second or more apart, so it has replaced what was before. */
  noticed: boolean;
  /** The page was left. */
  left: boolean;
  must: boolean;
  may: boolean;
}

export interface Film {
  readonly item: Item;
  /** Seconds. */
  readonly duration: number;
  readonly tmdbId: number;
}

const sintel: Film = { item: { type: 'movie', title: 'Sintel' }, duration: 888, tmdbId: 1 };

export const films: readonly Film[] = [
  sintel,
  { item: { type: 'movie', title: 'Metropolis' }, duration: 600, tmdbId: 2 },
  {
    item: { type: 'episode', seriesTitle: 'Pioneer One', seasonNumber: 1, episodeNumber: 1 },
    duration: 1_250.4,
    tmdbId: 3,
  },
];

export function emptyModel(): Model {
  return {
    stored: { watching: idleWatch, outbox: {}, recent: {}, earlier: [], corrections: [] },
    tracker: emptyTracker(),
    now: Date.UTC(2026, 0, 1),
    ids: 0,
    account: 'me',
    signedOut: false,
    stopsWhileStoring: false,
    film: 0,
    position: 0,
    state: 'paused',
    viewings: [],
    parked: [],
  };
}

export function filmOf({ film }: { readonly film: number }): Film {
  return films[film] ?? sintel;
}

/** What the tracker takes the item for. */
export function mediaOf(item: Item): Media & { readonly tmdbId: number } {
  const film = films.find((one) => itemKey(one.item) === itemKey(item));
  return { type: item.type, tmdbId: film?.tmdbId ?? 0 };
}

/** The media to which the person corrects an item. Its id is 10 higher than that of the tracker's match. */
export function correctionOf(item: Item): Media {
  const media = mediaOf(item);
  return { ...media, tmdbId: media.tmdbId + 10 };
}
