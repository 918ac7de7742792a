import { backoff } from '../../core/outbox/backoff';
import { defined } from '../../core/values/defined';
import { mediaKey } from '../../core/library/media-key';
import { goOn, openRows } from '../library/imports/import-jobs';
import type { ImportRow } from '../library/imports/import-row';
import { stageRow } from '../library/imports/stage-rows';
import type { ImportState } from '../store/apply-import';
import { ownSourceOf, sourceOf } from '../store/relay-ledger';
import type { Takeable } from '../store/relay-pulls';
import type { Sink, SinkKind } from '../store/sink';
import { CLAIM_MS, hasFailed, viaOf, type RelayContext, type SinkFailure, type Way } from './relay-context';
import type { PulledHistory } from './sink-client';
import type { SinkAnswer } from './sink-request';

/** Milliseconds between two pulls, unless the person asks for one. */
const PULL_MS = 3_600_000;

/** Whether viewings can be read from this kind of sink. */
export const canPull = (kind: SinkKind): boolean => PULLING.has(kind);
const PULLING: ReadonlySet<SinkKind> = new Set(['trakt', 'simkl', 'api-v1']);

/** The text for a pull that is running or due. */
export function pullStateOf(sink: Sink, now: number): 'relay_looking' | 'relay_pull_waiting' | undefined {
  const { trouble, pullAt, pulledAt, pullTrouble, pullImport } = sink;
  if (trouble !== null || pullTrouble !== null || pullAt === null) return undefined;
  if (pullAt <= now) return 'relay_pull_waiting';
  const began = pullAt - PULL_MS;
  const isRunning = (pulledAt ?? 0) < began && now < began + CLAIM_MS;
  return isRunning || pullImport !== null ? 'relay_looking' : undefined;
}

/**
 * Pulls viewings from the other tracker, if a pull is due. The first pull becomes an import that waits for
 * the person. Later ones are stored at once, except for unclear viewings. Each is an import that can be
 * undone. A failed pull does not stop deliveries.
 */
export async function pullFrom(way: Way): Promise<void> {
  const { context, client, sink } = way;
  const { relay } = context.store;
  if (client.pull === undefined || sink.pullAt === null) return;
  if (sink.pullImport !== null && !(await storePulled(context, sink, sink.pullImport))) return;
  if (sink.pullAt > context.now()) return;
  // Extends the claim, because the deliveries may have used up most of it.
  await relay.note(sink, { trouble: null, failures: 0, nextAt: context.now() + CLAIM_MS });
  const next = { pullAt: context.now() + PULL_MS, trouble: null, failures: 0 };
  await relay.notePull(sink, next);
  const pulled = await client.pull(viaOf(context), sink, sink.pullCursor ?? undefined);
  await ('kind' in pulled ? settle(way, pulled) : keep(way, pulled));
}

async function settle(way: Way, pulled: SinkAnswer): Promise<void> {
  const { context, sink } = way;
  if (context.signal?.aborted === true)
    return context.store.relay.notePull(sink, {
      pullAt: context.now(),
      trouble: null,
      failures: sink.pullFailures,
    });
  return noteTrouble(way, hasFailed(pulled) ? pulled : { kind: 'later', trouble: 'failing' });
}

/** Stages the new viewings as an import. Stores it unless this is the first pull. */
async function keep({ context, sink }: Way, { rows, unread, cursor }: PulledHistory): Promise<void> {
  const { relay } = context.store;
  const fresh: ImportRow[] = [];
  const taken: Takeable[] = [];
  for (const row of rows) {
    const viewing = viewingOf(row);
    if (viewing !== undefined && !(await relay.isNew(sink, viewing))) continue;
    fresh.push(row);
    if (viewing !== undefined) taken.push(viewing);
  }
  const source = await sourceAmong(context, sink);
  const id =
    taken.length === 0 ? null : await openRows(context, sink.userId, { source, rows: fresh, unread });
  const isFirst = sink.pullCursor === null;
  await relay.take(sink, taken, { cursor, importId: isFirst ? null : id });
  if (id !== null && !isFirst) await storePulled(context, sink, id);
}

/** The source of the import. Each of several accounts at the same tracker has its own. */
async function sourceAmong({ store }: RelayContext, sink: Sink): Promise<string> {
  const sinks = await store.relay.list(sink.userId);
  const isOneOfSeveral = sinks.some((other) => other.id !== sink.id && sourceOf(other) === sourceOf(sink));
  return isOneOfSeveral ? ownSourceOf(sink) : sourceOf(sink);
}

/** The viewing of a row. `undefined`: the row is no viewing. */
function viewingOf(row: ImportRow): Takeable | undefined {
  const { watchedAt, seasonNumber, episodeNumber, isUndated } = row;
  if (watchedAt === undefined) return undefined;
  const { ids, question } = stageRow(row, 'UTC');
  const place = `${String(seasonNumber)}:${String(episodeNumber)}`;
  const title = ids === undefined ? `${question} ${place}` : mediaKey(ids);
  return defined({ title, watchedAt, isUndated });
}

/**
 * Stores the clear viewings of a pull's import. Continues with the step at which a process was interrupted.
 * Drops an import without new viewings. False: a step has failed, and the next look tries again.
 */
async function storePulled(context: RelayContext, sink: Sink, id: string): Promise<boolean> {
  const { userId } = sink;
  const { imports, relay } = context.store;
  let last: ImportState | undefined;
  for (;;) {
    const state = (await imports.find(userId, id))?.state;
    if (state === undefined || state === 'stored') break;
    if (state === last) return false;
    last = state;
    if (state === 'preview') {
      const { waiting, unclear } = await imports.count(userId, id);
      await imports.setState(userId, id, waiting + unclear === 0 ? 'undoing' : 'storing', 'preview');
    } else await goOn(context, userId, { id, state });
  }
  await relay.endPull(sink);
  return true;
}

/** Notes a failed pull, and the time of the next attempt. Deliveries continue. */
async function noteTrouble({ context, sink }: Way, answer: SinkFailure): Promise<void> {
  const { trouble } = answer;
  const failures = sink.pullFailures + 1;
  const random = context.random?.() ?? Math.random();
  const wait =
    answer.kind === 'stopped'
      ? PULL_MS
      : backoff(failures, random, defined({ retryAfter: answer.retryAfter })) * 1000;
  await context.store.relay.notePull(sink, { pullAt: context.now() + wait, trouble, failures });
}
