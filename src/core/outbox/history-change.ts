import { isSameMedia, type Media } from '../media/media';
import type { DeliveryError } from './outbox-entry';

/**
 * What a person wants changed about a recorded viewing: its media, its removal, or a rating. It holds the
 * wanted end state and the known state of the tracker instead of a list of steps, so correcting, removing,
 * rating and undoing end the same in any order. Stored, so field names must not change.
 */
export type HistoryChange = Readonly<{
  /** The session's id. */
  id: string;
  account: string;
  /** Seconds, as recorded. */
  position: number;
  duration: number;
  /** When it was watched, in milliseconds since 1970. */
  at: number;
  /** The recorded media first, then each one chosen by a correction; at most one is wanted. */
  viewings: readonly [ChangedViewing, ...ChangedViewing[]];
  /** For the wanted media, 1 to 10; absent: unchanged. */
  rating?: number | undefined;
  /**
   * The tracker refused the change or cannot make it: nothing is tried until the person wants something else.
   */
  trouble?: DeliveryError | undefined;
}>;

export type ChangedViewing = Readonly<{
  media: Media;
  wanted: boolean;
  /** Whether the tracker has this viewing; `undefined` while the answer to a change is missing. */
  is: boolean | undefined;
  /** The viewing's id in the tracker's history, looked up before the first change. */
  entryId?: string | undefined;
  /** ISO 8601. */
  watchedAt?: string | undefined;
  /** The rating before our first one, and the current one; `is` is absent while an answer is missing. */
  rated?: Readonly<{ before: number | null; is?: number | null }>;
}>;

/** One change of the wanted state. */
export type Wish = Readonly<{
  /** The media that the viewing is to have; `null`: the viewing is to be removed. Absent: unchanged. */
  media?: Media | null | undefined;
  /** `null`: the rating before our first one. Absent: unchanged. */
  rating?: number | null | undefined;
}>;

export function withWish(change: HistoryChange, { media, rating }: Wish, newId: () => string): HistoryChange {
  const rest = { ...change, trouble: undefined };
  const rated = rating === undefined ? rest : { ...rest, rating: rating ?? undefined };
  if (media === undefined) return rated;
  const viewings = rated.viewings.map((one) => ({
    ...one,
    wanted: media !== null && isSameMedia(one.media, media),
  }));
  if (media !== null && !viewings.some(({ wanted }) => wanted))
    viewings.push({ media, wanted: true, is: false, entryId: newId() });
  return { ...rated, viewings: viewings as unknown as HistoryChange['viewings'] };
}

export type ChangeStep = Readonly<{
  kind: 'find' | 'put' | 'remove' | 'rate';
  /** Index in `viewings`. */
  index: number;
}>;

/**
 * The next step at the tracker; `undefined` if it has what is wanted. The wanted viewing is added before
 * another is removed, so an interruption never leaves the history without any.
 */
export function nextStep({ viewings, rating }: HistoryChange): ChangeStep | undefined {
  const steps = (kind: ChangeStep['kind'], isDue: (one: ChangedViewing) => boolean) =>
    viewings.flatMap((one, index) => (isDue(one) ? { kind, index } : []));
  const isUnlike = (one: ChangedViewing) => one.wanted !== one.is;
  return [
    ...steps('find', (one) => one.entryId === undefined && viewings.some(isUnlike)),
    ...steps('put', (one) => one.wanted && isUnlike(one)),
    ...steps('remove', isUnlike),
    ...steps('rate', (one) => targetRating(one, rating) !== one.rated?.is),
  ][0];
}

/**
 * The rating that a viewing's media is to have: the person's if this media is wanted, otherwise the earlier
 * one; `undefined` if we have sent none.
 */
export function targetRating(
  { wanted, rated }: ChangedViewing,
  rating: number | undefined,
): number | null | undefined {
  return (wanted ? rating : undefined) ?? rated?.before;
}

/** The change with new facts about one viewing. */
export function withFacts(
  change: HistoryChange,
  index: number,
  facts: Partial<ChangedViewing>,
): HistoryChange {
  const viewings = change.viewings.map((one, at) => (at === index ? { ...one, ...facts } : one));
  return { ...change, viewings: viewings as unknown as HistoryChange['viewings'] };
}
