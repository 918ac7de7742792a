import type { Match, OutboxEntry } from '../../core/outbox/outbox-entry';
import { defined } from '../../core/values/defined';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import { changeEntry } from '../state/outbox-store';
import { resolve } from './resolver';

/**
 * Matches an entry of an open session that lost its match and has nothing to send. Without this it would be
 * matched only with its next update, and until then the popup would show no match.
 */
export async function rematchSent(context: AppContext, entry: OutboxEntry): Promise<void> {
  if (entry.match.state !== 'open') return;
  const match = await tryResolve(context, entry);
  if (match !== undefined)
    await changeEntry(context, entry.id, (now) => (now.match.state === 'open' ? { ...now, match } : now));
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
