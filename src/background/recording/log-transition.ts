import type { Transition } from '../../core/session/transition';
import type { Report } from '../../protocol/report';
import type { AppContext } from '../context/context';
import type { TabState } from '../state/tab-state';

interface ReportTrace {
  readonly before: TabState;
  readonly after: TabState;
  readonly transition: Transition;
  readonly cause: Report['cause'];
}

/** Logs one report: at `debug` the rule that decided about it, at `info` what changed on the tab by it. */
export function logTransition({ log }: AppContext, { before, after, transition, cause }: ReportTrace): void {
  const { tabId, siteId } = after;
  const { rule = 'unnamed' } = transition;
  const { session } = after.watch;
  const facts = { tabId, siteId, private: after.private };
  log.debug('report', { ...facts, sessionId: session?.id, detail: `${cause} ${rule}` });
  if (session !== undefined && session.id !== before.watch.session?.id)
    log.info('session-started', { ...facts, sessionId: session.id });
  if (after.skip !== before.skip) log.info('skip-changed', { ...facts, detail: after.skip ?? 'none' });
}
