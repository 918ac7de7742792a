import { correctedMedia } from '../../core/media/correction';
import type { Item } from '../../core/media/item';
import { confidenceBar, isNamed, judge } from '../../core/matching/judge';
import { withRelevantNames } from '../../core/matching/name-evidence';
import { isSameMedia, type Media } from '../../core/media/media';
import { statedMedia } from '../../core/media/stated-media';
import type { Match } from '../../core/outbox/outbox-entry';
import { defined } from '../../core/values/defined';
import { language } from '../../platform/browser/i18n';
import { readTitleWords } from '../../platform/files/title-words';
import { correctionsStore } from '../../platform/storage/stores';
import { mediaOf } from '../../tracker/media-of';
import type { ResolvedMedia, ResolveRequest } from '../../protocol/tracker/resolve';
import { TrackerError } from '../../tracker/tracker-error';
import { tracker, forgetOffers } from '../account/tracker-client';
import { resolveRequest } from '../../protocol/tracker/resolve-request';
import { cachedMatch, matchKey, storeMatch, type MatchKey } from '../account/match-cache';
import type { AppContext } from '../context/context';
import type { CachedMatch } from '../context/database';
import { takeLookUp } from '../state/rate-gate';

export type ResolveQuery = Readonly<{
  item: Item;
  /**
   * How well the page was read, 0 to 1. It limits the confidence: a poor reading is reviewed however well it
   * matches.
   */
  readConfidence: number;
  /** Seconds, to compare with the runtime. */
  duration?: number;
  /** Watched some time ago: see `takeLookUp`. */
  isBacklog?: boolean;
}>;

/**
 * Finds the media of an item: by correction, by ids that the page states, from the cache, or by `POST
 * /media/resolve`. That the tracker does not know the title is a valid answer for half an hour, so a title
 * costs at most two questions an hour. `undefined`: the budget of questions is used up for now. Rejects with
 * a TrackerError if the tracker could not be asked.
 */
export async function resolve(context: AppContext, query: ResolveQuery): Promise<Match | undefined> {
  const corrected = correctedMedia(query.item, await correctionsStore.get());
  if (corrected !== undefined)
    return { state: 'matched', media: corrected.media, confidence: 1, by: 'correction' };
  await readTitleWords();
  const stated = statedMedia(query.item);
  if (stated !== undefined && !isDoubtful(query)) return toMatch(query, stated);
  const known = await knownMatch(context, query);
  if (known === undefined) return undefined;
  const { media, candidates, expires } = known;
  // When the page itself states the media, the tracker is asked only for its length and other ids.
  const found = media === undefined ? candidates : [media, ...candidates];
  const answer = found.find((one) => stated === undefined || isSameMedia(one, stated)) ?? stated;
  return answer === undefined ? { state: 'unmatched', retryAt: expires } : toMatch(query, answer, found);
}

/**
 * Cases in which the tracker is asked although the page states an id: two ids may belong to two works, the
 * video may contain several episodes, or it is so short that it may be a clip or trailer, which carries the
 * id of its film.
 */
function isDoubtful({ item, duration = 0 }: ResolveQuery): boolean {
  if ((item.ids?.imdb ?? item.ids?.tvdb) !== undefined) return true;
  if (item.lastEpisodeNumber !== undefined) return true;
  return duration > 0 && duration < (item.type === 'movie' ? SHORT_FILM : SHORT_EPISODE);
}

/** A match above the bar is used; any other match waits for a person. */
function toMatch(
  { readConfidence, ...question }: ResolveQuery,
  answer: Media,
  candidates: Media[] = [],
): Match {
  const [best = { media: answer, confidence: 0, evidence: [], ambiguous: false }, ...rest] = judge(question, [
    answer,
    ...candidates,
  ]);
  const { media, evidence, ambiguous } = best;
  const confidence = Math.min(best.confidence, readConfidence, trackerConfidence(media));
  return confidence >= confidenceBar
    ? { state: 'matched', media, confidence, evidence, by: 'tracker' }
    : {
        state: 'review',
        media,
        confidence,
        evidence,
        ambiguous,
        candidates: rest.map((one) => one.media),
      };
}

/**
 * A tracker that gives one answer in one language, and is unsure of it, leaves it to a person. If it returns
 * all names of a work, the evidence alone decides.
 */
function trackerConfidence({ matchConfidence = 'high', titles }: Media): number {
  return titles === undefined && matchConfidence !== 'high' ? 0.5 : 1;
}

async function knownMatch(context: AppContext, query: ResolveQuery): Promise<CachedMatch | undefined> {
  const { item } = query;
  const question = await matchKey(context, item);
  const cached = await cachedMatch(context, question);
  if (cached !== undefined) return cached;
  const { key } = question;
  const running =
    pendingLookUps.get(key) ?? askTracker(context, query, question).finally(() => pendingLookUps.delete(key));
  pendingLookUps.set(key, running);
  return running;
}

/** Requests in flight: two tabs and the outbox that need the same item at once share one. */
const pendingLookUps = new Map<string, Promise<CachedMatch | undefined>>();

async function askTracker(
  context: AppContext,
  { item, isBacklog = false }: ResolveQuery,
  question: MatchKey,
): Promise<CachedMatch | undefined> {
  if (!(await takeLookUp(context.now(), isBacklog))) return undefined;
  const [media, ...candidates] = (await lookUp(context, item)) ?? [];
  const runtimes = media && runtimesIn(item, [media, ...candidates]);
  return storeMatch(context, { ...question, candidates, ...defined({ media, runtimes }) });
}

/** Only works with the page's name: the nearest work of another name says nothing about what plays. */
function runtimesIn(item: Item, found: Media[]): number[] {
  return judge({ item }, found)
    .filter(isNamed)
    .flatMap(({ media: { runtime = [] } }) => runtime);
}

/** The tracker's best match and its alternatives; `undefined` when it knows none. */
async function lookUp(context: AppContext, item: Item): Promise<Media[] | undefined> {
  const answer = await ask(context, resolveRequest(item));
  return answer === undefined
    ? undefined
    : [answer, ...(answer.candidates ?? [])]
        .flatMap((one) => mediaOf(one) ?? [])
        .map((media) => withRelevantNames(item, media, language()));
}

/** If a tracker refuses what it offers, its offers have changed, so they are forgotten. */
async function ask(context: AppContext, question: ResolveRequest): Promise<ResolvedMedia | undefined> {
  try {
    return await (await tracker(context)).resolve(question);
  } catch (error) {
    if (error instanceof TrackerError && REFUSALS.has(error.status ?? 0)) await forgetOffers(context);
    throw error;
  }
}

/** HTTP statuses of a service that does not know the question: its path, its method or a field. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 422]);

/** Seconds. By the usual award rules, a film of less than 40 minutes is a short film. */
const SHORT_FILM = 40 * 60;
const SHORT_EPISODE = 10 * 60;
