import { offsetsOf } from '../../core/media/apply-correction';
import { isCorrection } from '../../core/settings/backup';
import { isReadable, type Item } from '../../core/media/item';
import { itemKey, seriesKey } from '../../core/media/item-key';
import type { Correction } from '../../core/media/correction';
import type { Media } from '../../core/media/media';
import { pendingOf } from '../../core/outbox/outbox-entry';
import { rewritten } from '../../core/outbox/apply-corrections';
import { correctionsStore } from '../../platform/storage/stores';
import { TrackerError } from '../../tracker/tracker-error';
import { HandlerError } from '../context/handler-error';
import { allEntries, changeEntries, changeEntry, entryOf } from '../state/outbox-store';
import { resolve } from '../delivery/resolver';
import { tabStore } from '../state/tab-state';
import type { World } from '../context/context';

export interface CorrectionInput {
  readonly of: { readonly tabId: number } | { readonly outboxId: string };
  readonly scope: 'item' | 'series';
  readonly media: Media;
  readonly seasonOffset?: number | undefined;
  readonly episodeOffset?: number | undefined;
}

/** Keeps the person's word on an item, or on its whole series, and rewrites what is still queued. */
export async function setCorrection(world: World, input: CorrectionInput): Promise<Correction> {
  const item = await itemOf(world, input.of);
  const key = input.scope === 'item' ? itemKey(item) : seriesKey(item);
  const offsets = input.scope === 'series' ? { ...offsetsOf(item, input.media), ...given(input) } : {};
  const correction: Correction = {
    id: world.newId(),
    scope: input.scope,
    key,
    label: labelOf(item),
    media: input.media,
    createdAt: world.now(),
    ...offsets,
  };
  const others = (await correctionsStore.get()).filter(
    (other) => other.key !== key || other.scope !== input.scope,
  );
  await correctionsStore.set([...others, correction]);
  await rewriteQueue(world);
  return correction;
}

export async function changeCorrection(
  world: World,
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
    all.map((one) =>
      one.id === id ? { ...one, ...(media === undefined ? {} : { media }), ...given(offsets) } : one,
    ),
  );
  await rewriteQueue(world);
}

export async function removeCorrection(world: World, id: string): Promise<void> {
  await correctionsStore.set((await correctionsStore.get()).filter((one) => one.id !== id));
  await rewriteQueue(world);
  await matchAnew(world);
}

export async function restoreCorrection(world: World, correction: unknown): Promise<void> {
  if (!isCorrection(correction)) throw new HandlerError('invalid-correction', 'This is not a correction.');
  const all = await correctionsStore.get();
  await correctionsStore.set([...all.filter(({ id }) => id !== correction.id), correction]);
  await rewriteQueue(world);
}

/** Every entry that waits follows the corrections as they are now. */
export async function rewriteQueue(world: World): Promise<void> {
  const corrections = await correctionsStore.get();
  await changeEntries(world, (entry) => rewritten(entry, corrections));
}

/** What has been sent so far and lost its correction is asked about here: no delivery comes by before its next update. */
async function matchAnew(world: World): Promise<void> {
  for (const entry of await allEntries(world)) {
    if (entry.match.state !== 'open' || pendingOf(entry) !== undefined) continue;
    const match = await resolve(world, {
      item: entry.item,
      readConfidence: entry.readConfidence,
      ...(entry.accepted && { duration: entry.accepted.duration }),
    }).catch((error: unknown) => {
      // Nobody could be asked; the next update asks again.
      if (error instanceof TrackerError) return undefined;
      throw error;
    });
    if (match !== undefined)
      await changeEntry(world, entry.id, (now) => (now.match.state === 'open' ? { ...now, match } : now));
  }
}

async function itemOf(world: World, of: CorrectionInput['of']): Promise<Item> {
  const item =
    'tabId' in of
      ? (await tabStore(of.tabId).get()).reading?.item
      : (await entryOf(world, of.outboxId))?.item;
  if (item === undefined || !isReadable(item))
    throw new HandlerError('nothing-playing', 'There is no item to correct.');
  return item;
}

function given({
  seasonOffset,
  episodeOffset,
}: {
  readonly seasonOffset?: number | undefined;
  readonly episodeOffset?: number | undefined;
}) {
  return {
    ...(seasonOffset === undefined ? {} : { seasonOffset }),
    ...(episodeOffset === undefined ? {} : { episodeOffset }),
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
