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

async function relayTo(context: RelayContext, sink: Sink): Promise<void> {
  const { relay } = context.store;
  const hasEnded = () => context.signal?.aborted === true;
  for (const { id, watchedAt, ...media } of await relay.outdated(sink)) {
    const event = { id, watchedAt, duration: 0, media };
    const answer = await sendToSink(context, { sink, event, change: 'removed' });
    if (answer.kind === 'later' || answer.kind === 'stopped') return note(context, sink, answer);
    await relay.forget(sink, id);
  }
  const missing = await relay.missing(sink);
  for (const one of missing) {
    if (hasEnded()) return;
    if (!(await relay.begin(sink, one))) continue;
    const isRepeated = one.attempts > 0;
    const event = await eventOf(context, one);
    const answer = await sendToSink(context, { sink, event, change: 'watched', isRepeated });
    // What was cut off is sent again by the next process.
    if (hasEnded()) return;
    if (answer.kind === 'later' || answer.kind === 'stopped') {
      // Where it may have arrived, the next attempt asks first.
      if (answer.kind === 'stopped' || answer.trouble === 'busy') await relay.forget(sink, one.id);
      return note(context, sink, answer);
    }
    await relay.end(sink, one.id, { state: answer.kind, status: answer.status });
  }
  const now = context.now();
  const hasMore = missing.length > 0;
  return relay.note(sink, { trouble: null, failures: 0, nextAt: hasMore ? now : now + LOOK_MS });
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
  answer: Exclude<SinkAnswer, { readonly kind: 'sent' | 'refused' }>,
): Promise<void> {
  const failures = sink.failures + 1;
  if (answer.kind === 'stopped')
    return store.relay.note(sink, { trouble: 'refused', failures, nextAt: null });
  const { trouble, retryAfter } = answer;
  const seconds = backoff(failures, random(), retryAfter === undefined ? {} : { retryAfter });
  return store.relay.note(sink, { trouble, failures, nextAt: now() + seconds * 1000 });
}
