import { defined } from '../values/defined';
import type { PendingChange } from './confirm-change';
import type { Session } from './session';

/**
 * What the worker remembers of one tab between two reports. Kept in `storage.session`, so its shape may
 * change.
 */
export type TabWatch =
  /** Nothing is being watched. */
  | { readonly phase: 'idle'; readonly session?: undefined; readonly pendingChange?: undefined }
  /**
   * Something new seems to play and must be read again before it counts. A session so far is kept as it was.
   */
  | { readonly phase: 'confirming'; readonly session?: Session; readonly pendingChange: PendingChange }
  | { readonly phase: 'watching'; readonly session: Session; readonly pendingChange?: undefined }
  /**
   * An ad, a gate or a new player stands between: nothing is credited until the session's item plays again.
   */
  | { readonly phase: 'interrupted'; readonly session: Session; readonly pendingChange?: PendingChange };

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
