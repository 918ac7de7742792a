import { createTracker, type Tracker } from '../../tracker/client';
import { TrackerError } from '../../tracker/tracker-error';
import { currentToken, trackerUrl } from './account';
import type { AppContext } from '../context/context';

/** The tracker at the address in force. Throws a TrackerError when that address may not be used. */
export async function tracker(context: AppContext): Promise<Tracker> {
  const baseUrl = await trackerUrl(context);
  if (baseUrl === undefined)
    throw new TrackerError(
      'network',
      'The address of the tracker may not be used; see Advanced in the options.',
    );
  return createTracker({
    baseUrl,
    fetch: context.fetch,
    token: () => currentToken(context),
    timeoutMs: 15_000,
    now: context.now,
  });
}
