import { watching } from '../../core/session/tab-watch';
import { undecidedSessions } from '../../core/session/deferred-crossing';
import type { AppContext } from '../context/context';
import { readEnvironment } from '../sites/environment';
import { allTabStates, emptyTab } from '../state/tab-state';
import { undecidedStore } from '../state/undecided-store';
import { closeSession } from './end-session';

/**
 * Records short titles whose tab was lost, with the browser or by an update of the extension, while their
 * crossing was held back. Returns how many.
 */
export async function concludeUndecided(context: AppContext): Promise<number> {
  const stored = Object.values(await undecidedStore.get());
  if (stored.length === 0) return 0;
  const open = new Set(
    (await allTabStates()).flatMap(({ watch }) => undecidedSessions(watch)).map(({ id }) => id),
  );
  const lost = stored.filter(({ id }) => !open.has(id));
  const environment = await readEnvironment(context);
  for (const session of lost) {
    const { siteId } = session;
    await closeSession(context, environment, { ...emptyTab(NO_TAB), siteId, watch: watching(session) });
  }
  return lost.length;
}

/** The tab is gone; nothing is stored for it. */
const NO_TAB = -1;
