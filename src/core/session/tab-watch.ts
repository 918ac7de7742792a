import { defined } from '../values/defined';
import type { Playback } from './playback';
import type { Session } from './session';

/**
 * What the worker remembers of one tab between two reports. Kept in `storage.session`, so its shape may
 * change.
 */
export type TabWatch =
  /** Nothing is being watched. */
  | Readonly<{ phase: 'idle'; session?: undefined; pendingChange?: undefined }>
  /**
   * Something new seems to play; it must be read again before it counts. The current session is kept
   * unchanged.
   */
  | Readonly<{ phase: 'confirming'; session?: Session; pendingChange: PendingChange }>
  | Readonly<{ phase: 'watching'; session: Session; pendingChange?: undefined }>
  /**
   * An ad, a gate or a new player has interrupted the session: it credits nothing until its item plays again.
   */
  | Readonly<{ phase: 'interrupted'; session: Session; pendingChange?: PendingChange }>;

/** Something that may be the next item: read once, not yet confirmed. */
export type PendingChange = Readonly<{
  identity: string;
  /** The page still shows the session's title, but the player has gone on to something else. */
  sameText: boolean;
  /** When it was first read, in milliseconds of the page's clock. */
  since: number;
  /** The medium that played then. */
  medium: Pick<Playback, 'duration' | 'source'>;
  /** The session to be replaced was an advertisement under another title. */
  afterAd?: true;
  /** The new title's medium had begun under the session's title. */
  lateText?: true;
}>;

export const idleWatch: TabWatch = { phase: 'idle' };

export function watching(session: Session): TabWatch {
  return { phase: 'watching', session };
}

/**
 * For a session whose player was replaced or covered. The next playback of its item moves it without credit.
 */
export function interruptedWatch(session: Session, pendingChange?: PendingChange): TabWatch {
  return { phase: 'interrupted', session, ...defined({ pendingChange }) };
}

/**
 * The same watch with a change to confirm. An interrupted watch stays interrupted, because its session must
 * not be credited.
 */
export function withPendingChange({ phase, session }: TabWatch, pendingChange: PendingChange): TabWatch {
  if (phase === 'interrupted') return { phase, session, pendingChange };
  return { phase: 'confirming', pendingChange, ...defined({ session }) };
}
