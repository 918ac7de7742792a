import { isSameMedia, type Media } from '../media/media';
import type { DeliveryError } from './outbox-entry';

/**
 * What a person wants of a viewing that the tracker has recorded: under which media it is, or that it is
 * gone, and a rating. It holds the wanted end state and what is known of the tracker, not a list of steps, so
 * that any order of correcting, removing, rating and undoing ends the same. Stored, so field names stay.
 */
export type HistoryChange = Readonly<{
  /** The session's id. */
  id: string;
  account: string;
  /** Seconds, as they were recorded. */
  position: number;
  duration: number;
  /** When it was watched, in milliseconds since 1970. */
  at: number;
  /** First the media that was recorded, then each that a correction chose; at most one is wanted. */
  viewings: readonly [ChangedViewing, ...ChangedViewing[]];
  /** For the wanted media, 1 to 10; absent: as before. */
  rating?: number | undefined;
  /** The tracker refused it, or cannot do it: nothing is tried until the person wants something else. */
  trouble?: DeliveryError | undefined;
}>;

export type ChangedViewing = Readonly<{
  media: Media;
  wanted: boolean;
  /** Whether the tracker has it; `undefined` while the answer to a change is missing. */
  is: boolean | undefined;
  /** Its id in the history of the tracker, found before the first change. */
  entryId?: string | undefined;
  /** ISO 8601. */
  watchedAt?: string | undefined;
  /** The rating before the first of ours, and now; `is` absent while an answer is missing. */
  rated?: Readonly<{ before: number | null; is?: number | null }>;
}>;

/** A change of what is wanted. */
export type Wish = Readonly<{
  /** Under which media the viewing is to be; `null`: it is to be removed. Absent: as it is. */
  media?: Media | null | undefined;
  /** `null`: as it was before. Absent: as it is. */
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
 * What to do next at the tracker; `undefined` when it has what is wanted. The wanted viewing is put before
 * another is removed, so that no interruption leaves the history without any.
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
 * The rating that a viewing's media is to have: the person's where it is wanted, else that of before;
 * `undefined` where none of ours was sent.
 */
export function targetRating(
  { wanted, rated }: ChangedViewing,
  rating: number | undefined,
): number | null | undefined {
  return (wanted ? rating : undefined) ?? rated?.before;
}

/** The change with another knowledge of one viewing. */
export function withFacts(
  change: HistoryChange,
  index: number,
  facts: Partial<ChangedViewing>,
): HistoryChange {
  const viewings = change.viewings.map((one, at) => (at === index ? { ...one, ...facts } : one));
  return { ...change, viewings: viewings as unknown as HistoryChange['viewings'] };
}
