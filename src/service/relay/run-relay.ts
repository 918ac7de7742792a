import { setTimeout } from 'node:timers/promises';
import { backoff } from '../../core/outbox/backoff';
import type { Sink } from '../store/sink';
import type { Relayed } from '../store/relay-ledger';
import type { MediaRow } from '../store/media';
import type { PlaybackRow } from '../store/relay-pulls';
import { pollSink } from './connect-sink';
import {
  CLAIM_MS,
  eventOf,
  hasFailed,
  viaOf,
  type SinkFailure,
  type RelayContext,
  type Way,
} from './relay-context';
import { pullFrom } from './pull-from';
import type { RelayPlayback } from './sink-client';

/** How long a title counts as playing after its last update: clients send one every five to six minutes. */
const PLAYING_MS = 390_000;

/** Milliseconds between two looks at a sink that works. */
const LOOK_MS = 20_000;
const TICK_MS = 5_000;
/** Deliveries per look, so that it ends before its claim does, however slowly the sink answers. */
const PART = 10;

/** Looks at the sinks until `stop` is called, which aborts requests in flight. */
export function startRelay(context: Omit<RelayContext, 'signal' | 'pause'>): Readonly<{
  stop: () => Promise<void>;
}> {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined);
  const running = new Set<Promise<void>>();
  // The next look does not wait for a slow sink: each sink is claimed while it is looked at.
  const timer = setInterval(() => {
    const look = relayOnce({ ...context, signal, pause }).finally(() => running.delete(look));
    running.add(look);
  }, TICK_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** One look at every due sink, in parallel: one that does not answer delays no other. */
export async function relayOnce(context: RelayContext): Promise<void> {
  try {
    const sinks = await context.store.relay.due();
    await Promise.all(sinks.map((sink) => lookAt(context, sink)));
  } catch (error) {
    context.log({ level: 'error', event: 'relay', error });
  }
}

const hasEnded = ({ signal }: RelayContext): boolean => signal?.aborted === true;

async function lookAt(context: RelayContext, sink: Sink): Promise<void> {
  const { relay } = context.store;
  if (sink.trouble === 'unreadable') return relay.note(sink, { ...sink, nextAt: null });
  if (!(await relay.claim(sink, context.now() + CLAIM_MS))) return;
  if (sink.trouble === 'connecting') return pollSink(context, viaOf(context), sink);
  const problem = await relayTo(context, sink);
  if (problem === 'ended') return relay.note(sink, sink);
  if (typeof problem === 'object') return note(context, sink, problem);
  const nextAt = context.now() + (problem === 'more' ? 0 : LOOK_MS);
  return relay.note(sink, { trouble: null, failures: 0, nextAt });
}

/** How a look ends. `more`: something still waits to be sent. `ended`: the relay is being stopped. */
type LookEnd = SinkFailure | 'more' | 'ended' | undefined;

async function relayTo(context: RelayContext, stored: Sink): Promise<LookEnd> {
  const client = context.clients[stored.kind];
  const sink = (await client.prepare?.(viaOf(context), stored)) ?? stored;
  if (!('userId' in sink)) return hasFailed(sink) ? sink : undefined;
  const way = { context, client, sink };
  const failed = (await takeBack(way)) ?? (await relayPlaying(way));
  if (failed !== undefined) return hasEnded(context) ? 'ended' : failed;
  // Pulls only after everything from here was sent.
  const end = await sendAll(way);
  if (end === undefined) await pullFrom(way);
  return end;
}

async function sendAll(way: Way): Promise<LookEnd> {
  const rest = await sendMissing(way);
  return rest === undefined || rest === 'more' ? sendRatings(way, rest) : rest;
}

async function sendMissing(way: Way): Promise<LookEnd> {
  const { context, sink, client } = way;
  const { relay } = context.store;
  let sent = 0;
  for (const one of await relay.missing(sink, PART)) {
    if (client.againMs !== undefined && (await relay.wasSent(sink, one, context.now() - client.againMs)))
      continue;
    const problem = await sendOne(way, one);
    if (problem !== undefined) return problem;
    sent += 1;
    await keepPace(way);
  }
  return sent > 0 ? 'more' : undefined;
}

async function keepPace({ client: { paceMs }, context }: Way): Promise<void> {
  if (paceMs !== undefined) await context.pause(paceMs);
}

/** Removes outdated viewings from the sink. Returns the failure that ends the look. */
async function takeBack({ context, client, sink }: Way): Promise<SinkFailure | undefined> {
  const { relay } = context.store;
  for (const { id, watchedAt, others, isChanged, ...media } of await relay.outdated(sink, PART)) {
    const event = { id, watchedAt, duration: 0, media };
    const isKept = others > 0 && client.hasTitlesOnce === true;
    const answer = isKept ? undefined : await client.removed?.(viaOf(context), sink, event);
    if (answer !== undefined && hasFailed(answer)) return answer;
    await relay.noteTaken(sink, { title: media.media, watchedAt });
    await (isChanged === 1 ? relay.reopen(sink, id) : relay.forget(sink, id));
  }
  return undefined;
}

/** Sends a viewing. Returns the failure that ends the look. `ended`: the relay is being stopped. */
async function sendOne(
  { context, client, sink }: Way,
  one: Relayed,
): Promise<SinkFailure | 'ended' | undefined> {
  const { relay } = context.store;
  if (hasEnded(context)) return 'ended';
  if (!(await relay.begin(sink, one))) return undefined;
  const { attempts, isImported, ...seen } = one;
  const isRepeated = attempts > 0;
  const event = await eventOf(context.catalogue, seen);
  const answer = await client.watched(viaOf(context), sink, event, isRepeated || isImported === 1);
  // The next process repeats an interrupted request.
  if (hasEnded(context)) return 'ended';
  if (hasFailed(answer)) {
    // If the viewing may have arrived, it stays `sending`, and the next attempt asks the sink first.
    const isCertain = answer.kind === 'stopped' || answer.trouble === 'busy';
    if (isCertain && !isRepeated) await relay.reopen(sink, one.id);
    return answer;
  }
  await relay.end(sink, one.id, { state: answer.kind, status: answer.status });
  return undefined;
}

async function sendRatings(way: Way, rest: LookEnd): Promise<LookEnd> {
  const { context, client, sink } = way;
  const { relay } = context.store;
  if (client.rated === undefined) return rest;
  const changed = await relay.unratedAt(sink, PART);
  for (const change of changed) {
    const answer = await client.rated(viaOf(context), sink, change);
    if (hasFailed(answer)) return answer;
    await relay.noteRating(sink, change, answer.status);
    await keepPace(way);
  }
  return changed.length > 0 ? 'more' : rest;
}

async function note(
  { store, now, random = Math.random }: RelayContext,
  sink: Sink,
  answer: SinkFailure,
): Promise<void> {
  const failures = sink.failures + 1;
  if (answer.kind === 'stopped')
    return store.relay.note(sink, { trouble: answer.trouble, failures, nextAt: null });
  const { trouble, retryAfter } = answer;
  const seconds = backoff(failures, random(), retryAfter === undefined ? {} : { retryAfter });
  return store.relay.note(sink, { trouble, failures, nextAt: now() + seconds * 1000 });
}

/** Reports to the sink once that a title plays, and once that it has stopped. */
async function relayPlaying(way: Way): Promise<SinkFailure | undefined> {
  const { context, client, sink } = way;
  if (client.playing === undefined) return undefined;
  const { relay } = context.store;
  const told = await relay.told(sink);
  const row = await relay.playing(sink, context.now() - PLAYING_MS);
  const isKnown = told !== undefined && told.media === row?.media;
  const ended = told === undefined || isKnown ? undefined : await tellEnd(way, told);
  if (ended !== undefined || row === undefined) return ended;
  const failed = isKnown ? undefined : await tell(way, row, 'playing');
  if (failed === undefined) await relay.tell(sink, row);
  return failed;
}

async function tellEnd(
  way: Way,
  told: PlaybackRow & MediaRow & { isWatched: number },
): Promise<SinkFailure | undefined> {
  const failed = told.isWatched === 1 ? undefined : await tell(way, told, 'paused');
  if (failed === undefined) await way.context.store.relay.tell(way.sink, undefined);
  return failed;
}

/** Reports a playback. A refused report is not repeated, because a finished viewing is sent anyway. */
async function tell(
  { context, client, sink }: Way,
  row: PlaybackRow & MediaRow,
  state: RelayPlayback['state'],
): Promise<SinkFailure | undefined> {
  const event = await eventOf(context.catalogue, { ...row, id: '', watchedAt: context.now() });
  const progress = Math.min(89, Math.max(1, Math.round((row.progress / row.duration) * 100)));
  const answer = await client.playing?.(viaOf(context), sink, event, { state, progress });
  return answer !== undefined && hasFailed(answer) ? answer : undefined;
}
