import { pendingOf, type Match, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { defined } from '../../core/values/defined';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import { resolve } from '../delivery/resolver';
import { allEntries, changeEntry } from '../state/outbox-store';

/**
 * Matches entries of open sessions that lost their match and have nothing to send. The dispatcher takes them
 * up only with their next update, and until then the popup would show no match.
 */
export async function rematchSent(context: AppContext): Promise<void> {
  for (const entry of await allEntries(context)) {
    if (entry.match.state !== 'open' || pendingOf(entry) !== undefined) continue;
    const match = await tryResolve(context, entry);
    if (match !== undefined)
      await changeEntry(context, entry.id, (now) => (now.match.state === 'open' ? { ...now, match } : now));
  }
}

/** `undefined` when the tracker could not be asked; the next update asks again. */
async function tryResolve(
  context: AppContext,
  { item, readConfidence, accepted }: OutboxEntry,
): Promise<Match | undefined> {
  try {
    return await resolve(context, { item, readConfidence, ...defined({ duration: accepted?.duration }) });
  } catch (error) {
    if (error instanceof TrackerError) return undefined;
    throw error;
  }
}
