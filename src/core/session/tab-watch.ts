import type { TabWatch } from './reducer';
import type { Session } from './session';

export type { TabWatch } from './reducer';

/** Nothing is being watched. */
export const idleWatch: TabWatch = {};

/** For a session whose player was replaced or covered; the next playback of its item moves it without credit. */
export function interruptedWatch(session: Session): TabWatch {
  return { session: { ...session, frozen: true } };
}
