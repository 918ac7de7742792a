import { createTracker, type Tracker } from '../../tracker/client';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import { currentToken, trackerUrl } from './account';
import { trackerOffers } from './tracker-offers';

/** A client of the tracker in use. Throws a TrackerError if its address may not be used. */
export async function tracker(context: AppContext): Promise<Tracker> {
  return trackerAt(context, await usableTrackerUrl(context), () => currentToken(context));
}

/** A client of the tracker at this address. */
export function trackerAt(
  context: AppContext,
  baseUrl: string,
  token: () => Promise<string | undefined>,
): Tracker {
  const { fetch, now } = context;
  const offers = () => trackerOffers(context, baseUrl);
  return createTracker({ baseUrl, fetch, token, offers, timeoutMs: 15_000, now });
}

/** The address of the tracker in use. Throws a TrackerError if it may not be used. */
export async function usableTrackerUrl(context: AppContext): Promise<string> {
  const baseUrl = await trackerUrl(context);
  if (baseUrl !== undefined) return baseUrl;
  throw new TrackerError('network');
}
