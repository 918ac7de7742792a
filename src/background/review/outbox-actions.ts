import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { forgetMatch } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { allEntries, changeEntry, entryOf } from '../state/outbox-store';
import { endCooldown } from '../state/rate-gate';
import { setCorrection } from './corrections';

/** Lets one entry, or without an id every entry, be tried again at once. */
export async function retryEntries(context: AppContext, id: string | undefined): Promise<void> {
  await endCooldown();
  for (const entry of await allEntries(context)) {
    if (id !== undefined && entry.id !== id) continue;
    await changeEntry(context, entry.id, retried);
    // The person wants the tracker to be asked, also where its last answer is still valid.
    if (entry.match.state === 'unmatched') await forgetMatch(context, entry.item);
  }
}

function retried(entry: OutboxEntry): OutboxEntry {
  const open: OutboxEntry = { ...entry, parked: false, notBefore: 0 };
  return entry.match.state === 'unmatched' ? { ...open, match: { state: 'open' } } : open;
}

/**
 * The match under review is right: stores it as a correction, for a series with known numbers also for its
 * other episodes. Rejects with `gone` when the entry no longer waits for review.
 */
export async function acceptMatch(context: AppContext, id: string): Promise<void> {
  const entry = await entryOf(context, id);
  if (entry?.match.state !== 'review')
    throw new HandlerError('gone', 'This is no longer waiting for review.');
  const { media } = entry.match;
  const isSeries =
    media.type === 'episode' && media.tmdbId !== undefined && entry.item.episodeNumber !== undefined;
  await setCorrection(context, { of: { outboxId: id }, scope: isSeries ? 'series' : 'item', media });
}

/** Removes an entry without sending it. */
export async function dropEntry(context: AppContext, id: string): Promise<void> {
  await changeEntry(context, id, () => undefined);
}
