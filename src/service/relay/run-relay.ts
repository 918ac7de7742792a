import { backoff } from '../../core/outbox/backoff';
import type { Catalogue } from '../catalogue/catalogue';
import type { Log } from '../http/log-entry';
import type { Relayed, Sink } from '../store/relay';
import type { Store } from '../store/store';
import { sendToSink, type SinkAnswer } from './send-to-sink';
import type { RelayEvent } from './sink-forms';

export interface RelayContext {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly now: () => number;
  readonly log: Log;
  readonly fetch: typeof fetch;
  /** Ends requests that are under way. */
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** Milliseconds between two looks at a sink that works. */
const LOOK_MS = 20_000;
const TICK_MS = 5_000;

/** Looks at the sinks until it is stopped, which ends requests that are under way. */
export function startRelay(context: Omit<RelayContext, 'signal'>): { readonly stop: () => Promise<void> } {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= relayOnce({ ...context, signal: ending.signal }).finally(() => (running = undefined));
  }, TICK_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

/** One look at every sink that is due, side by side: one that does not answer delays no other. */
export async function relayOnce(context: RelayContext): Promise<void> {
  try {
    const sinks = await context.store.relay.due();
    await Promise.all(sinks.map((sink) => relayTo(context, sink)));
  } catch (error) {
    context.log({ level: 'error', event: 'relay', error });
  }
}

type Failed = Exclude<SinkAnswer, { readonly kind: 'sent' | 'refused' }>;

const hasFailed = (answer: SinkAnswer): answer is Failed =>
  answer.kind === 'later' || answer.kind === 'stopped';

const hasEnded = ({ signal }: RelayContext): boolean => signal?.aborted === true;

async function relayTo(context: RelayContext, sink: Sink): Promise<void> {
  const { relay } = context.store;
  const failed = await takeBack(context, sink);
  if (failed !== undefined) return note(context, sink, failed);
  const missing = await relay.missing(sink);
  for (const one of missing) {
    const problem = await sendOne(context, sink, one);
    if (problem === 'ended') return;
    if (problem !== undefined) return note(context, sink, problem);
  }
  const now = context.now();
  const hasMore = missing.length > 0;
  return relay.note(sink, { trouble: null, failures: 0, nextAt: hasMore ? now : now + LOOK_MS });
}

/** Tells the sink what the history no longer has. Returns the answer after which nothing else is sent. */
async function takeBack(context: RelayContext, sink: Sink): Promise<Failed | undefined> {
  const { relay } = context.store;
  for (const { id, watchedAt, ...media } of await relay.outdated(sink)) {
    const event = { id, watchedAt, duration: 0, media };
    const answer = await sendToSink(context, { sink, event, change: 'removed' });
    if (hasFailed(answer)) return answer;
    await relay.forget(sink, id);
  }
  return undefined;
}

/** `ended`: this process sends nothing else. */
async function sendOne(
  context: RelayContext,
  sink: Sink,
  one: Relayed,
): Promise<Failed | 'ended' | undefined> {
  const { relay } = context.store;
  if (hasEnded(context)) return 'ended';
  if (!(await relay.begin(sink, one))) return undefined;
  const isRepeated = one.attempts > 0;
  const event = await eventOf(context, one);
  const answer = await sendToSink(context, { sink, event, change: 'watched', isRepeated });
  // What was cut off is sent again by the next process.
  if (hasEnded(context)) return 'ended';
  if (hasFailed(answer)) {
    // Where it may have arrived, the next attempt asks first.
    if (answer.kind === 'stopped' || answer.trouble === 'busy') await relay.forget(sink, one.id);
    return answer;
  }
  await relay.end(sink, one.id, { state: answer.kind, status: answer.status });
  return undefined;
}

/** Readers of Jellyfin's form find a series by its id at IMDb. */
async function eventOf({ catalogue }: RelayContext, one: Relayed): Promise<RelayEvent> {
  const { id, watchedAt, duration, attempts: _, ...media } = one;
  const { type, tmdbId, seasonNumber, episodeNumber } = media;
  if (tmdbId === null) return { id, watchedAt, duration, media };
  const numbers =
    type === 'movie' ? {} : { seasonNumber: seasonNumber ?? 0, episodeNumber: episodeNumber ?? 0 };
  const [title] = await catalogue.resolve({ type, tmdbId, ...numbers }).catch(() => []);
  return { id, watchedAt, duration, media, imdbId: title?.imdbId };
}

async function note(
  { store, now, random = Math.random }: RelayContext,
  sink: Sink,
  answer: Failed,
): Promise<void> {
  const failures = sink.failures + 1;
  if (answer.kind === 'stopped')
    return store.relay.note(sink, { trouble: 'refused', failures, nextAt: null });
  const { trouble, retryAfter } = answer;
  const seconds = backoff(failures, random(), retryAfter === undefined ? {} : { retryAfter });
  return store.relay.note(sink, { trouble, failures, nextAt: now() + seconds * 1000 });
}
