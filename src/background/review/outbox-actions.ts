import { noCooldown } from '../../core/outbox/backoff';
import { pendingOf, type OutboxEntry } from '../../core/outbox/outbox-entry';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { accountKey } from '../account/account';
import { setCorrection } from './corrections';
import { cooldownStore } from '../delivery/dispatcher';
import { HandlerError } from '../context/handler-error';
import { allEntries, changeEntry, entryOf } from '../state/outbox-store';
import { forgetMatch } from '../delivery/resolver';
import type { AppContext } from '../context/context';

/** What waits, oldest first, as people see it. */
export async function listOutbox(context: AppContext): Promise<readonly OutboxView[]> {
  const [entries, account, gate] = await Promise.all([
    allEntries(context),
    accountKey(context),
    cooldownStore.get(),
  ]);
  return entries.flatMap((entry) => viewOf(entry, account, gate.until, context.now()) ?? []);
}

function viewOf(entry: OutboxEntry, account: string, gateUntil: number, now: number): OutboxView | undefined {
  const pending = pendingOf(entry);
  if (pending === undefined) return undefined;
  const { position, duration, at } = entry.crossing ?? entry.latest ?? pending.position;
  const { match } = entry;
  const retryAt = match.state === 'unmatched' ? match.retryAt : Math.max(entry.notBefore, gateUntil);
  return {
    id: entry.id,
    state: stateOf(entry, account),
    item: entry.item,
    siteId: entry.siteId,
    position,
    duration,
    watched: entry.crossing !== undefined,
    at,
    attempts: entry.attempts,
    ...(match.state === 'matched' || match.state === 'review'
      ? { media: match.media, confidence: match.confidence }
      : {}),
    ...(match.state === 'review' ? { candidates: match.candidates } : {}),
    ...(retryAt > now ? { retryAt } : {}),
    ...(entry.trouble === undefined
      ? {}
      : { error: { code: entry.trouble.code, message: entry.trouble.message } }),
  };
}

function stateOf(entry: OutboxEntry, account: string): OutboxView['state'] {
  if (entry.account !== '' && account !== '' && entry.account !== account) return 'foreign';
  if (entry.match.state === 'review') return 'review';
  if (entry.match.state === 'unmatched') return 'unmatched';
  return entry.parked ? 'parked' : 'waiting';
}

/** Tries one entry again, or all of them, at once. */
export async function retryEntries(context: AppContext, id: string | undefined): Promise<void> {
  await cooldownStore.set(noCooldown);
  for (const entry of await allEntries(context)) {
    if (id !== undefined && entry.id !== id) continue;
    await changeEntry(context, entry.id, (now) => ({
      ...now,
      parked: false,
      notBefore: 0,
      ...(now.match.state === 'unmatched' ? { match: { state: 'open' as const } } : {}),
    }));
    // The person asks, so the tracker is asked again also where its last word was "unknown".
    if (entry.match.state === 'unmatched') await forgetMatch(context, entry.item);
  }
}

/** The person says that the match in review is right; for a series it is right for its other episodes too. */
export async function acceptMatch(context: AppContext, id: string): Promise<void> {
  const entry = await entryOf(context, id);
  if (entry?.match.state !== 'review')
    throw new HandlerError('gone', 'This is no longer waiting for review.');
  const { media } = entry.match;
  const series =
    media.type === 'episode' && media.tmdbId !== undefined && entry.item.episodeNumber !== undefined;
  await setCorrection(context, { of: { outboxId: id }, scope: series ? 'series' : 'item', media });
}

export async function dropEntry(context: AppContext, id: string): Promise<void> {
  await changeEntry(context, id, () => undefined);
}
