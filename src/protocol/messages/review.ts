import * as z from 'zod/mini';
import type { Correction } from '../../core/media/correction';
import type { Media } from '../../core/media/media';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { page, mediaInput, tabId, text, whole } from './contract';

export const reviewMessages = {
  /** The tracker's titles that match these words, best first. */
  'media.search': page('read', () =>
    z.strictObject({
      type: z.enum(['movie', 'episode']),
      title: text(300),
      year: whole(1870, 2200),
      seasonNumber: whole(0, 9999),
      episodeNumber: whole(1, 99999),
    }),
  ).answers<Media[]>(),

  'corrections.set': page('write-and-deliver', () =>
    z.strictObject({
      /** The item to correct: of a tab, or of an outbox entry. */
      of: z.union([z.strictObject({ tabId: tabId() }), z.strictObject({ outboxId: text(64) })]),
      scope: z.enum(['item', 'series']),
      media: mediaInput(),
      seasonOffset: whole(-999, 999),
      episodeOffset: whole(-99999, 99999),
    }),
  ).answers<Correction>(),
  'corrections.change': page('write-and-deliver', () =>
    z.strictObject({
      id: text(64),
      media: z.optional(mediaInput()),
      seasonOffset: whole(-999, 999),
      episodeOffset: whole(-99999, 99999),
    }),
  ).answers<null>(),
  'corrections.remove': page('write-and-deliver', () => z.strictObject({ id: text(64) })).answers<null>(),
  /** Undoes `corrections.remove`: stores the same record again. */
  'corrections.restore': page('write-and-deliver', () =>
    z.strictObject({ correction: z.unknown() }),
  ).answers<null>(),

  /** A person's change to a recorded viewing; `null` removes the viewing, or our rating of it. */
  'history.want': page('write-and-deliver', () =>
    z.strictObject({
      viewing: z.strictObject({
        id: text(64),
        media: mediaInput(),
        position: z.int(),
        duration: z.int(),
        at: z.int(),
      }),
      media: z.optional(z.nullable(mediaInput())),
      rating: z.optional(z.nullable(z.number())),
    }),
  ).answers<null>(),

  /** Up to `limit` entries (50 by default) of each group; `countsStore` has their total number. */
  'outbox.list': page('read', () => z.strictObject({ limit: whole(1, 1000) })).answers<OutboxView[]>(),
  /** Tries one entry again at once; without an id, all of them. */
  'outbox.retry': page('write-and-deliver', () =>
    z.strictObject({ id: z.optional(text(64)) }),
  ).answers<null>(),
  /** Confirms the match under review. */
  'outbox.accept': page('write-and-deliver', () => z.strictObject({ id: text(64) })).answers<null>(),
  'outbox.drop': page('write-and-deliver', () => z.strictObject({ id: text(64) })).answers<null>(),
} as const;
