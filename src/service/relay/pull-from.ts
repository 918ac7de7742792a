import { backoff } from '../../core/outbox/backoff';
import { defined } from '../../core/values/defined';
import { mediaKey } from '../../core/library/media-key';
import { goOn, openRows } from '../library/imports/import-jobs';
import type { ImportRow } from '../library/imports/import-row';
import { stageRow } from '../library/imports/stage-rows';
import { PRODUCTS } from '../store/relay-ledger';
import type { Takeable } from '../store/relay-pulls';
import type { Sink, SinkKind } from '../store/sink';
import { hasFailed, viaOf, type RelayContext, type SinkFailure, type Way } from './relay-context';
import type { PulledHistory } from './sink-client';
import type { SinkAnswer } from './sink-request';

/** Milliseconds between two looks, unless the person asks for one. */
const PULL_MS = 3_600_000;

/** What is watched there can be asked for. */
export const canPull = (kind: SinkKind): boolean => PULLING.has(kind);
const PULLING: ReadonlySet<SinkKind> = new Set(['trakt', 'simkl', 'api-v1']);

/**
 * Brings in what was watched there, where the person has asked for it and it is time. The first look waits as
 * an import for the person; what comes later is stored at once, except what is unclear. Each can be undone.
 */
export async function pullFrom(way: Way): Promise<SinkFailure | undefined> {
  const { context, client, sink } = way;
  const { relay } = context.store;
  if (client.pull === undefined || sink.pullAt === null) return undefined;
  if (sink.pullImport !== null) await storePulled(context, sink, sink.pullImport);
  if (sink.pullAt > context.now()) return undefined;
  const next = { pullAt: context.now() + PULL_MS, trouble: null, failures: 0 };
  await relay.notePull(sink, next);
  const pulled = await client.pull(viaOf(context), sink, sink.pullCursor ?? undefined);
  return 'kind' in pulled ? settle(way, pulled) : keep(way, pulled);
}

async function settle(way: Way, pulled: SinkAnswer): Promise<SinkFailure | undefined> {
  const { context } = way;
  if (context.signal?.aborted === true) return noteAgain(way, context.now());
  if (!hasFailed(pulled)) return noteTrouble(way, { kind: 'later', trouble: 'failing' });
  // A key that is not taken stops everything.
  return pulled.kind === 'stopped' ? noteAgain(way, context.now(), pulled) : noteTrouble(way, pulled);
}

/** Stages what is new there. */
async function keep({ context, sink }: Way, { rows, unread, cursor }: PulledHistory): Promise<undefined> {
  const { relay } = context.store;
  const fresh: ImportRow[] = [];
  const taken: Takeable[] = [];
  for (const row of rows) {
    const viewing = viewingOf(row);
    if (viewing !== undefined && !(await relay.isNew(sink, viewing))) continue;
    fresh.push(row);
    if (viewing !== undefined) taken.push(viewing);
  }
  const source = PRODUCTS[sink.kind] ?? sink.kind;
  const id =
    taken.length === 0 ? null : await openRows(context, sink.userId, { source, rows: fresh, unread });
  const isFirst = sink.pullCursor === null;
  await relay.take(sink, taken, { cursor, importId: isFirst ? null : id });
  if (id !== null && !isFirst) await storePulled(context, sink, id);
}

/** `undefined`: the row is no viewing. */
function viewingOf(row: ImportRow): Takeable | undefined {
  const { watchedAt, seasonNumber, episodeNumber } = row;
  if (watchedAt === undefined) return undefined;
  const { ids, question } = stageRow(row, 'UTC');
  const place = `${String(seasonNumber)}:${String(episodeNumber)}`;
  return { title: ids === undefined ? `${question} ${place}` : mediaKey(ids), watchedAt };
}

/** Adds what is clear to the history. An import of what is there already is none. */
async function storePulled(context: RelayContext, sink: Sink, id: string): Promise<void> {
  const { userId } = sink;
  const { imports, relay } = context.store;
  const step = (state: 'reading' | 'storing' | 'undoing') => goOn(context, userId, { id, state });
  await step('reading');
  if ((await imports.find(userId, id))?.state === 'preview') {
    const { waiting, unclear } = await imports.count(userId, id);
    const next = waiting + unclear === 0 ? 'undoing' : 'storing';
    await imports.setState(userId, id, next, 'preview');
    await step(next);
  }
  await relay.endPull(sink);
}

/** The other side is asked again later; it goes on being sent what is watched here. */
async function noteTrouble(
  { context, sink }: Way,
  { trouble, retryAfter }: Extract<SinkFailure, { kind: 'later' }>,
): Promise<undefined> {
  const failures = sink.pullFailures + 1;
  const random = context.random?.() ?? Math.random();
  const seconds = backoff(failures, random, defined({ retryAfter }));
  const pullAt = context.now() + seconds * 1000;
  await context.store.relay.notePull(sink, { pullAt, trouble, failures });
}

async function noteAgain<T>({ context, sink }: Way, pullAt: number, end?: T): Promise<T | undefined> {
  await context.store.relay.notePull(sink, { pullAt, trouble: null, failures: sink.pullFailures });
  return end;
}
