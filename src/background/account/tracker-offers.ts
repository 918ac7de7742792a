import { askOffers, type Offers } from '../../tracker/offers';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/storage-trouble';

/**
 * What the tracker at this address offers beyond API v1. Asked once and kept with the sign-in for a week, so
 * that an update of the tracker is noticed. Rejects with a TrackerError where nothing is known and nobody
 * answers.
 */
export async function trackerOffers(context: AppContext, baseUrl: string): Promise<Offers> {
  const known = await keptOffers(context, baseUrl);
  const age = context.now() - (known?.at ?? 0);
  if (known !== undefined && age >= 0 && age < VALIDITY) return new Set(known.list);
  const running = asking.get(baseUrl) ?? ask(context, baseUrl).finally(() => asking.delete(baseUrl));
  asking.set(baseUrl, running);
  try {
    return new Set(await running);
  } catch (error) {
    if (known === undefined || !(error instanceof TrackerError)) throw error;
    return new Set(known.list);
  }
}

/** Questions under way: two titles that need the answer at once share it. */
const asking = new Map<string, Promise<readonly string[]>>();

/** A tracker that refuses what it offers is another one by now: the next question asks what it offers. */
export async function forgetOffers({ database }: AppContext): Promise<void> {
  await orWithoutStorage(async () => database.delete('account', 'offers'));
}

async function keptOffers({ database }: AppContext, baseUrl: string) {
  const stored = await orWithoutStorage(async () => database.get('account', 'offers'));
  return stored?.kind === 'offers' && stored.baseUrl === baseUrl ? stored : undefined;
}

async function ask(context: AppContext, baseUrl: string): Promise<readonly string[]> {
  const { database, fetch, now } = context;
  const list = await offersOrNone({ baseUrl, fetch, timeoutMs: 15_000, now });
  const stored = { kind: 'offers', baseUrl, at: now() - (list === undefined ? VALIDITY - SOON : 0) } as const;
  await orWithoutStorage(async () => database.put('account', { ...stored, list: list ?? [] }, 'offers'));
  return list ?? [];
}

/** `undefined`: the tracker answers, but fails at this question: without a description it offers nothing. */
async function offersOrNone(
  options: Parameters<typeof askOffers>[0],
): Promise<readonly string[] | undefined> {
  try {
    return await askOffers(options);
  } catch (error) {
    // One that asks to wait is asked nothing else meanwhile.
    const isFailure = error instanceof TrackerError && error.code === 'server';
    if (isFailure && error.retryAfter === undefined) return undefined;
    throw error;
  }
}

/** Milliseconds: a week, and an hour after a failure of the tracker. */
const VALIDITY = 7 * 86_400_000;
const SOON = 3_600_000;
