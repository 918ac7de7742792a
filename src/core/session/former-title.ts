import type { Session } from './session';
import type { PendingChange } from './tab-watch';
import { earlyMediumSeconds } from './thresholds';

/**
 * Fields of the session that follows a short medium, when that medium seems to have been a title of its own.
 */
export function asTitle(session: Session, since: number): Pick<Session, 'former' | 'doubt'> {
  return { former: { session, presumed: 'title' }, doubt: { since } };
}

/** The title appeared seconds before the pending medium: what played until then belongs to another title. */
export function isEarly({ former, doubt }: Session, pending: PendingChange | undefined): boolean {
  if (former?.presumed !== 'title' || pending === undefined) return false;
  return pending.since - (doubt?.since ?? 0) < earlyMediumSeconds * 1000;
}
