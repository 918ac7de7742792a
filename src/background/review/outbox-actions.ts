import type { Item } from '../../core/media/item';
import { noCooldown } from '../../core/outbox/backoff';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { forgetMatches } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { accountsOfQueue } from '../state/outbox-queue';
import {
  changeEntries,
  changeEntry,
  entryOf,
  ofGroup,
  ofSession,
  type EntryReader,
} from '../state/outbox-store';
import { setCooldown } from '../state/rate-gate';
import { setCorrection } from './corrections';
import { nextStep, withWish, type HistoryChange, type Wish } from '../../core/outbox/history-change';
import type { Media } from '../../core/media/media';
import { changesStore } from '../../platform/storage/stores';
import { accountKey } from '../account/account';

/** Allows one entry, or without an id every entry, to be tried again at once. */
export async function retryEntries(context: AppContext, id: string | undefined): Promise<void> {
  await setCooldown(noCooldown);
  if (id === undefined) {
    for (const account of await accountsOfQueue(context))
      for (const group of TRIED) await retryFound(context, ofGroup(account, group));
  } else await retryFound(context, ofSession(id));
}

/** Groups of entries that have been tried; others are sent anyway. */
const TRIED = ['delayed', 'unmatched', 'parked'] as const;

async function retryFound(context: AppContext, read: EntryReader): Promise<void> {
  const asked: Item[] = [];
  await changeEntries(
    context,
    (entry) => {
      const open: OutboxEntry = { ...entry, parked: false, notBefore: 0 };
      if (entry.match.state !== 'unmatched') return open;
      asked.push(entry.item);
      return { ...open, match: { state: 'open' } };
    },
    read,
  );
  // The person wants the tracker to be asked, even if its last answer is still valid.
  await forgetMatches(context, asked);
}

/**
 * Confirms the match under review: stores it as a correction, and for a series with known numbers also for
 * its other episodes. Rejects with `gone` if the entry no longer waits for review.
 */
export async function acceptMatch(context: AppContext, id: string): Promise<void> {
  const entry = await entryOf(context, id);
  if (entry?.match.state !== 'review') throw new HandlerError('gone');
  const { media } = entry.match;
  const isSeries =
    media.type === 'episode' && media.tmdbId !== undefined && entry.item.episodeNumber !== undefined;
  await setCorrection(context, { of: { outboxId: id }, scope: isSeries ? 'series' : 'item', media });
}

/** Removes an entry without sending it. */
export async function dropEntry(context: AppContext, id: string): Promise<void> {
  await changeEntry(context, id, () => undefined);
}

export interface WishInput extends Wish {
  /** The viewing as a view or the activity shows it. */
  readonly viewing: Readonly<{
    id: string;
    media: Media;
    position: number;
    duration: number;
    at: number;
  }>;
}

/** Stores a person's change to a recorded viewing; the following delivery tells the tracker. */
export async function changeHistory(context: AppContext, { viewing, ...wish }: WishInput): Promise<void> {
  const account = await accountKey(context);
  const { media, ...facts } = viewing;
  const all = await changesStore.get();
  const isThis = (one: HistoryChange) => one.id === viewing.id && one.account === account;
  const before = all.find(isThis) ?? { ...facts, account, viewings: [{ media, wanted: true, is: true }] };
  const kept = all.filter(
    (one, index) => !isThis(one) && (index >= all.length - KEPT || nextStep(one) !== undefined),
  );
  await changesStore.set([...kept, withWish(before, wish, context.newId)]);
}

/** Number of changes kept after the tracker has them, so that they can be undone. */
const KEPT = 200;
