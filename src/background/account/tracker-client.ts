import { createTracker, type Tracker } from '../../tracker/client';
import { TrackerError } from '../../tracker/tracker-error';
import { currentToken, trackerUrl } from './account';
import type { World } from '../context/context';

/** The tracker at the address in force. Throws a TrackerError when that address may not be used. */
export async function tracker(world: World): Promise<Tracker> {
  const baseUrl = await trackerUrl(world);
  if (baseUrl === undefined)
    throw new TrackerError(
      'network',
      'The address of the tracker may not be used; see Advanced in the options.',
    );
  return createTracker({
    baseUrl,
    fetch: world.fetch,
    token: () => currentToken(world),
    timeoutMs: 15_000,
    now: world.now,
  });
}
