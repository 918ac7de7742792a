import type { Session } from './session';
import type { PendingChange } from './tab-watch';
import { earlyMediumSeconds, latestTextSeconds } from './thresholds';

/** Seconds of the wall clock until the title of this medium is believed; at most 0 where it is. */
export function doubtSeconds({ doubt, former, playback }: Session): number {
  if (doubt === undefined) return 0;
  const limit = former?.presumed === 'title' ? earlyMediumSeconds : latestTextSeconds;
  return limit - Math.abs(playback.at - doubt.since) / 1000;
}

/** What is in doubt is not sent; its end is, unless the medium is more likely of another title. */
export function isInDoubt(session: Session, leaving: boolean): boolean {
  return (!leaving || session.doubt?.isOther === true) && doubtSeconds(session) > 0;
}

/** Fields of the session after a short medium that seems to be a title of its own. */
export function asTitle(session: Session, since: number): Pick<Session, 'former' | 'doubt'> {
  return { former: { session, presumed: 'title' }, doubt: { since } };
}

/** The title came seconds before the pending medium: what played until then is another title. */
export function isEarly({ former, doubt }: Session, pending: PendingChange | undefined): boolean {
  if (former?.presumed !== 'title' || pending === undefined) return false;
  return pending.since - (doubt?.since ?? 0) < earlyMediumSeconds * 1000;
}
