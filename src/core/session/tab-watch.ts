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
   * Something new seems to play and must be read again before it counts. A session so far is kept as it was.
   */
  | Readonly<{ phase: 'confirming'; session?: Session; pendingChange: PendingChange }>
  | Readonly<{ phase: 'watching'; session: Session; pendingChange?: undefined }>
  /**
   * An ad, a gate or a new player has interrupted the session: nothing is credited until its item plays
   * again.
   */
  | Readonly<{ phase: 'interrupted'; session: Session; pendingChange?: PendingChange }>;

/** Something that may be the next item: read once, not yet confirmed. */
export type PendingChange = Readonly<{
  identity: string;
  /** The page still states the title of the session while the player has gone to something else. */
  sameText: boolean;
  /** When it was first read, in milliseconds of the page's clock. */
  since: number;
  /** What played then. */
  medium: Pick<Playback, 'duration' | 'source'>;
  /** The session that it replaces was an advertisement under another title. */
  afterAd?: true;
  /** Its medium had begun under the title of the session. */
  lateText?: true;
}>;

export const idleWatch: TabWatch = { phase: 'idle' };

export function watching(session: Session): TabWatch {
  return { phase: 'watching', session };
}

/**
 * For a session whose player was replaced or covered; the next playback of its item moves it without credit.
 */
export function interruptedWatch(session: Session, pendingChange?: PendingChange): TabWatch {
  return { phase: 'interrupted', session, ...defined({ pendingChange }) };
}

/**
 * The same watch with a change to confirm. An interruption stays one, since its session must not be credited.
 */
export function withPendingChange({ phase, session }: TabWatch, pendingChange: PendingChange): TabWatch {
  if (phase === 'interrupted') return { phase, session, pendingChange };
  return { phase: 'confirming', pendingChange, ...defined({ session }) };
}
