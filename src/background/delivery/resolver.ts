import { correctedMedia } from '../../core/media/apply-correction';
import { confidenceBar, confidenceOf } from '../../core/media/match-confidence';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import type { Match } from '../../core/outbox/outbox-entry';
import { statedMedia } from '../../core/media/stated-media';
import { readBucket, resolveRule, takeToken, type Bucket } from '../../core/outbox/token-bucket';
import { correctionsStore } from '../../platform/storage/stores';
import { storageItem } from '../../platform/storage/storage-item';
import { mediaOf } from '../../tracker/media-of';
import { resolveRequest } from '../../tracker/resolve-request';
import { TrackerError } from '../../tracker/tracker-error';
import { trackerUrl } from '../account/account';
import type { CachedMatch } from '../context/database';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** How long an answer is good: titles do not change, but a tracker may learn of one that it did not know. */
const knownMilliseconds = 30 * 86_400_000;
const unknownMilliseconds = 30 * 60_000;

export interface ResolveQuery {
  readonly item: Item;
  /** How well the page was read, 0 to 1; a poor reading needs a person, however well its words match. */
  readonly readConfidence: number;
  /** Seconds, for the comparison with the runtime. */
  readonly duration?: number;
}

/**
 * Correction → ids of the page → cache → `POST /media/resolve`.
 * A title that the tracker does not know costs two requests an hour, whatever the page and the player do meanwhile.
 * Throws a TrackerError when nobody could be asked; that the tracker knows nothing is a value.
 */
export async function resolve(
  context: AppContext,
  { item, readConfidence, duration }: ResolveQuery,
): Promise<Match> {
  const corrected = correctedMedia(item, await correctionsStore.get());
  if (corrected !== undefined)
    return { state: 'matched', media: corrected.media, confidence: 1, by: 'correction' };
  const stated = statedMedia(item);
  const known = stated === undefined ? await cachedMatch(context, item) : undefined;
  const media = stated ?? known?.media;
  if (media === undefined)
    return { state: 'unmatched', retryAt: known?.expires ?? context.now() + unknownMilliseconds };
  const confidence = Math.min(confidenceOf(item, media, duration), readConfidence);
  if (confidence >= confidenceBar) return { state: 'matched', media, confidence, by: 'tracker' };
  return { state: 'review', media, confidence, candidates: known?.candidates ?? [] };
}

/** Requests under way, so that two tabs and a queue that ask for the same item at once share one. */
const pendingLookUps = new Map<string, Promise<CachedMatch>>();

async function cachedMatch(context: AppContext, item: Item): Promise<CachedMatch> {
  const { account, key } = await cacheKey(context, item);
  const cached = await context.database.get('matches', key);
  const left = (cached?.expires ?? 0) - context.now();
  // Longer than any answer is good: the clock was wrong when it was kept.
  if (cached !== undefined && left > 0 && left <= knownMilliseconds) return cached;
  const running =
    pendingLookUps.get(key) ?? request(context, item, key, account).finally(() => pendingLookUps.delete(key));
  pendingLookUps.set(key, running);
  return running;
}

/** An answer is good for exactly what was asked: the same title of another year, or with another id, is another question. */
async function cacheKey(
  context: AppContext,
  item: Item,
): Promise<{ readonly account: string; readonly key: string }> {
  const account = (await trackerUrl(context)) ?? '';
  return { account, key: `${account}|${JSON.stringify(resolveRequest(item))}` };
}

/** The tracker is asked about this item anew: the person wishes it, or what it answered is no longer there. */
export async function forgetMatch(context: AppContext, item: Item): Promise<void> {
  const { key } = await cacheKey(context, item);
  await context.database.delete('matches', key);
}

async function request(context: AppContext, item: Item, key: string, account: string): Promise<CachedMatch> {
  await spendToken(context);
  const found = await lookUp(context, item);
  const lifetime = found === undefined ? unknownMilliseconds * (1 + context.random() / 4) : knownMilliseconds;
  const [media, ...candidates] = found ?? [];
  const match: CachedMatch = {
    key,
    account,
    candidates,
    expires: context.now() + lifetime,
    ...defined({ media }),
  };
  await context.database.put('matches', match);
  await forgetOldest(context);
  return match;
}

/** One that has expired goes for each that comes, so the cache does not grow for ever. */
async function forgetOldest({ database, now }: AppContext): Promise<void> {
  const cursor = await database
    .transaction('matches', 'readwrite')
    .store.index('expires')
    .openCursor(IDBKeyRange.upperBound(now()));
  await cursor?.delete();
}

async function lookUp(context: AppContext, item: Item): Promise<readonly Media[] | undefined> {
  try {
    const answer = await (await tracker(context)).resolve(resolveRequest(item));
    return answer === undefined
      ? undefined
      : [answer, ...(answer.candidates ?? [])].flatMap((one) => mediaOf(one) ?? []);
  } catch (error) {
    // A question that the tracker does not understand now, it will not understand in a minute: as good as unknown.
    if (error instanceof TrackerError && error.code === 'validation') return undefined;
    throw error;
  }
}

const bucketStore = storageItem<Bucket | undefined>({
  area: 'session',
  key: 'resolve-bucket',
  read: readBucket,
});

async function spendToken(context: AppContext): Promise<void> {
  const taken = takeToken(await bucketStore.get(), resolveRule, context.now());
  await bucketStore.set(taken.bucket);
  if (!taken.taken)
    throw new TrackerError('rate-limited', 'Too many titles were asked for in a short time.', {
      retryAfter: Math.ceil(taken.waitSeconds),
    });
}
