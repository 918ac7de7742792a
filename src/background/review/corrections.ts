import { offsetsOf } from '../../core/media/apply-correction';
import { isCorrection } from '../../core/settings/backup';
import { isReadable, type Item } from '../../core/media/item';
import { itemKey, seriesKey } from '../../core/media/item-key';
import type { Correction } from '../../core/media/correction';
import type { Media } from '../../core/media/media';
import { pendingOf } from '../../core/outbox/outbox-entry';
import { applyCorrections } from '../../core/outbox/apply-corrections';
import { correctionsStore } from '../../platform/storage/stores';
import { TrackerError } from '../../tracker/tracker-error';
import { HandlerError } from '../context/handler-error';
import { allEntries, changeEntries, changeEntry, entryOf } from '../state/outbox-store';
import { resolve } from '../delivery/resolver';
import { tabStore } from '../state/tab-state';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

export interface CorrectionInput {
  readonly of: { readonly tabId: number } | { readonly outboxId: string };
  readonly scope: 'item' | 'series';
  readonly media: Media;
  readonly seasonOffset?: number | undefined;
  readonly episodeOffset?: number | undefined;
}

/** Keeps the person's word on an item, or on its whole series, and rewrites what is still queued. */
export async function setCorrection(context: AppContext, input: CorrectionInput): Promise<Correction> {
  const item = await itemOf(context, input.of);
  const key = input.scope === 'item' ? itemKey(item) : seriesKey(item);
  const offsets = input.scope === 'series' ? { ...offsetsOf(item, input.media), ...offsetsFrom(input) } : {};
  const correction: Correction = {
    id: context.newId(),
    scope: input.scope,
    key,
    label: labelOf(item),
    media: input.media,
    createdAt: context.now(),
    ...offsets,
  };
  const others = (await correctionsStore.get()).filter(
    (other) => other.key !== key || other.scope !== input.scope,
  );
  await correctionsStore.set([...others, correction]);
  await reapplyCorrections(context);
  return correction;
}

export async function changeCorrection(
  context: AppContext,
  {
    id,
    media,
    ...offsets
  }: {
    id: string;
    media?: Media | undefined;
    seasonOffset?: number | undefined;
    episodeOffset?: number | undefined;
  },
): Promise<void> {
  const all = await correctionsStore.get();
  await correctionsStore.set(
    all.map((one) => (one.id === id ? { ...one, ...defined({ media }), ...offsetsFrom(offsets) } : one)),
  );
  await reapplyCorrections(context);
}

export async function removeCorrection(context: AppContext, id: string): Promise<void> {
  await correctionsStore.set((await correctionsStore.get()).filter((one) => one.id !== id));
  await reapplyCorrections(context);
  await rematch(context);
}

export async function restoreCorrection(context: AppContext, correction: unknown): Promise<void> {
  if (!isCorrection(correction)) throw new HandlerError('invalid-correction', 'This is not a correction.');
  const all = await correctionsStore.get();
  await correctionsStore.set([...all.filter(({ id }) => id !== correction.id), correction]);
  await reapplyCorrections(context);
}

/** Every entry that waits follows the corrections as they are now. */
export async function reapplyCorrections(context: AppContext): Promise<void> {
  const corrections = await correctionsStore.get();
  await changeEntries(context, (entry) => applyCorrections(entry, corrections));
}

/** What has been sent so far and lost its correction is asked about here: no delivery comes by before its next update. */
async function rematch(context: AppContext): Promise<void> {
  for (const entry of await allEntries(context)) {
    if (entry.match.state !== 'open' || pendingOf(entry) !== undefined) continue;
    const match = await resolve(context, {
      item: entry.item,
      readConfidence: entry.readConfidence,
      ...(entry.accepted && { duration: entry.accepted.duration }),
    }).catch((error: unknown) => {
      // Nobody could be asked; the next update asks again.
      if (error instanceof TrackerError) return undefined;
      throw error;
    });
    if (match !== undefined)
      await changeEntry(context, entry.id, (now) => (now.match.state === 'open' ? { ...now, match } : now));
  }
}

async function itemOf(context: AppContext, of: CorrectionInput['of']): Promise<Item> {
  const item =
    'tabId' in of
      ? (await tabStore(of.tabId).get()).reading?.item
      : (await entryOf(context, of.outboxId))?.item;
  if (item === undefined || !isReadable(item))
    throw new HandlerError('nothing-playing', 'There is no item to correct.');
  return item;
}

function offsetsFrom({
  seasonOffset,
  episodeOffset,
}: {
  readonly seasonOffset?: number | undefined;
  readonly episodeOffset?: number | undefined;
}) {
  return {
    ...defined({ seasonOffset, episodeOffset }),
  };
}

function labelOf(item: Item): string {
  if (item.type === 'movie')
    return item.year === undefined ? (item.title ?? '') : `${item.title ?? ''} (${item.year})`;
  const number =
    item.episodeNumber === undefined
      ? (item.episodeTitle ?? '')
      : `${item.seasonNumber === undefined ? '' : `S${item.seasonNumber} `}E${item.episodeNumber}`;
  return `${item.seriesTitle ?? ''} ${number}`.trim();
}
