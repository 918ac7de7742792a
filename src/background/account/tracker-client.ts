import { createTracker, type Tracker } from '../../tracker/client';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import { currentToken, trackerUrl } from './account';
import { askOffers, type Offers } from '../../tracker/offers';
import type { StoredOffers } from '../context/database';
import { orWithoutStorage } from '../context/handler-error';

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

/**
 * What the tracker at this address offers beyond API v1. Read once and kept with the sign-in for a week, so
 * that an update of the tracker is noticed. Rejects with a TrackerError if nothing is known and nobody
 * answers.
 */
export async function trackerOffers(context: AppContext, baseUrl: string): Promise<Offers> {
  const kept = await keptOffers(context, baseUrl);
  const age = context.now() - (kept?.at ?? 0);
  if (kept?.list !== undefined && age >= 0 && age < VALIDITY) return new Set(kept.list);
  const running = asking.get(baseUrl) ?? ask(context, baseUrl, kept).finally(() => asking.delete(baseUrl));
  asking.set(baseUrl, running);
  return new Set(await running);
}

/** Requests in flight: two titles that need the answer at once share one. */
const asking = new Map<string, Promise<string[]>>();

/** A tracker that refuses something it offered has changed: the next question reads its offers again. */
export async function forgetOffers({ database }: AppContext): Promise<void> {
  await orWithoutStorage(async () => database.delete('account', 'offers'));
}

async function keptOffers({ database }: AppContext, baseUrl: string): Promise<StoredOffers | undefined> {
  const stored = await orWithoutStorage(async () => database.get('account', 'offers'));
  return stored?.kind === 'offers' && stored.baseUrl === baseUrl ? stored : undefined;
}

async function ask(context: AppContext, baseUrl: string, kept: StoredOffers | undefined): Promise<string[]> {
  const { database, fetch, now } = context;
  const keep = (stored: Omit<StoredOffers, 'kind' | 'baseUrl'>) =>
    orWithoutStorage(async () => database.put('account', { kind: 'offers', baseUrl, ...stored }, 'offers'));
  try {
    const list = await askOffers({ baseUrl, fetch, timeoutMs: 15_000, now });
    await keep({ at: now(), list });
    return list;
  } catch (error) {
    // A tracker that asks to wait is not asked anything else meanwhile.
    if (!(error instanceof TrackerError) || error.retryAfter !== undefined) throw error;
    if (kept?.list !== undefined) return kept.list;
    if (!FAILURES.has(error.code)) throw error;
    const failures = (kept?.failures ?? 0) + 1;
    // A tracker that always fails at this question offers nothing, but may still accept what API v1
    // documents.
    const isGivenUp = failures >= MOST_FAILURES;
    await keep(isGivenUp ? { at: now() - VALIDITY + SOON, list: [] } : { at: 0, failures });
    if (!isGivenUp) throw error;
    return [];
  }
}

/** Errors that show that something answers. */
const FAILURES: ReadonlySet<TrackerError['code']> = new Set(['server', 'malformed']);

const MOST_FAILURES = 3;

/** Milliseconds: a week. */
const VALIDITY = 7 * 86_400_000;

/** Milliseconds: an hour. A tracker that was given up is asked again after it. */
const SOON = 3_600_000;
