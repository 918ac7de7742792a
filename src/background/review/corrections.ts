import { offsetsOf, type Correction } from '../../core/media/correction';
import { isReadable, type Item } from '../../core/media/item';
import { itemKey, seriesKey } from '../../core/media/item-key';
import type { Media } from '../../core/media/media';
import { applyCorrections } from '../../core/outbox/entry-change';
import { isCorrection } from '../../core/settings/backup';
import { defined } from '../../core/values/defined';
import { correctionsStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { scheduleCatalogue } from '../state/alarms';
import { changeEntries, entryOf } from '../state/outbox-store';
import { tabStore } from '../state/tab-state';
import { languageTag } from '../../core/text/language-tag';
import { language } from '../../platform/browser/i18n';
import { mediaOf } from '../../tracker/media-of';
import { tracker } from '../account/tracker-client';

/** Added to the page's numbers to get the tracker's. */
type StatedOffsets = Readonly<{
  seasonOffset?: number | undefined;
  episodeOffset?: number | undefined;
}>;

export interface CorrectionInput extends StatedOffsets {
  /** The item to correct: of a tab, or of an outbox entry. */
  readonly of: Readonly<{ tabId: number }> | Readonly<{ outboxId: string }>;
  readonly scope: 'item' | 'series';
  readonly media: Media;
}

export interface CorrectionChange extends StatedOffsets {
  readonly id: string;
  readonly media?: Media | undefined;
}

/**
 * Stores the media that a person chose for an item or its whole series, and applies it to queued entries.
 * Replaces an earlier correction of the same item or series. Rejects with `nothing-playing` if there is no
 * item.
 */
export async function setCorrection(context: AppContext, input: CorrectionInput): Promise<Correction> {
  const { scope, media } = input;
  const item = await itemOf(context, input.of);
  const key = scope === 'item' ? itemKey(item) : seriesKey(item);
  const offsets = scope === 'series' ? { ...offsetsOf(item, media), ...offsetsFrom(input) } : {};
  const correction: Correction = {
    id: context.newId(),
    scope,
    key,
    label: correctionLabel(item),
    media,
    createdAt: context.now(),
    ...defined({ site: item.ids?.site }),
    ...offsets,
  };
  const all = await correctionsStore.get();
  const others = all.filter((other) => other.key !== key);
  await correctionsStore.set([...others, correction]);
  await reapplyCorrections(context);
  return correction;
}

export async function changeCorrection(
  context: AppContext,
  { id, media, ...offsets }: CorrectionChange,
): Promise<void> {
  const all = await correctionsStore.get();
  await correctionsStore.set(
    all.map((one) => (one.id === id ? { ...one, ...defined({ media }), ...offsetsFrom(offsets) } : one)),
  );
  await reapplyCorrections(context);
}

/** Removes a correction. The following delivery asks the tracker about entries that it had matched. */
export async function removeCorrection(context: AppContext, id: string): Promise<void> {
  await correctionsStore.set((await correctionsStore.get()).filter((one) => one.id !== id));
  await reapplyCorrections(context);
}

/** Stores a removed correction again. Rejects with `invalid-correction` for anything else. */
export async function restoreCorrection(context: AppContext, correction: unknown): Promise<void> {
  if (!isCorrection(correction)) throw new HandlerError('invalid-correction');
  const all = await correctionsStore.get();
  await correctionsStore.set([...all.filter(({ id }) => id !== correction.id), correction]);
  await reapplyCorrections(context);
}

/** Matches every queued entry by the current corrections, and schedules telling the tracker about them. */
export async function reapplyCorrections(context: AppContext): Promise<void> {
  const corrections = await correctionsStore.get();
  await scheduleCatalogue(context, 0);
  await changeEntries(context, (entry) => applyCorrections(entry, corrections));
}

async function itemOf(context: AppContext, of: CorrectionInput['of']): Promise<Item> {
  const item =
    'tabId' in of
      ? (await tabStore(of.tabId).get()).reading?.item
      : (await entryOf(context, of.outboxId))?.item;
  if (item === undefined || !isReadable(item)) throw new HandlerError('nothing-playing');
  return item;
}

function offsetsFrom({ seasonOffset, episodeOffset }: StatedOffsets) {
  return defined({ seasonOffset, episodeOffset });
}

/**
 * How a correction names its item: `Sintel (2010)`, `Breaking Bad S1 E2`, or a series with the episode's
 * title.
 */
function correctionLabel(item: Item): string {
  const { title = '', seriesTitle = '', year } = item;
  if (item.type === 'movie') return year === undefined ? title : `${title} (${year})`;
  return `${seriesTitle} ${episodeLabel(item)}`.trim();
}

function episodeLabel({ seasonNumber, episodeNumber, episodeTitle = '' }: Item): string {
  if (episodeNumber === undefined) return episodeTitle;
  return seasonNumber === undefined ? `E${episodeNumber}` : `S${seasonNumber} E${episodeNumber}`;
}

type SearchInput = Readonly<{
  type: 'movie' | 'episode';
  title: string;
  year?: number | undefined;
  seasonNumber?: number | undefined;
  /** Default: 1. */
  episodeNumber?: number | undefined;
}>;

/**
 * The tracker's results for a title that a person typed, best first, named in the person's language. Not
 * cached. Rejects with a TrackerError.
 */
export async function searchMedia(
  context: AppContext,
  { type, title, year, seasonNumber, episodeNumber }: SearchInput,
): Promise<Media[]> {
  const named =
    type === 'movie'
      ? { title }
      : { seriesTitle: title, episodeNumber: episodeNumber ?? 1, ...defined({ seasonNumber }) };
  const asked = defined({ year, language: languageTag(language()) });
  const found = await (await tracker(context)).resolve({ type, ...named, ...asked });
  if (found === undefined) return [];
  return [found, ...(found.candidates ?? [])].flatMap((one) => mediaOf(one) ?? []);
}
