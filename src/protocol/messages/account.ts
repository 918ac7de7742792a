import * as z from 'zod/mini';
import type { AccountView } from '../../core/settings/account-view';
import { page, mediaInput, nothing, text, whole } from './contract';
import type { MediaStatus } from '../tracker/read-media-status';

export const accountMessages = {
  /** Requests a device code and starts to wait for its approval. */
  'account.sign-in': page('exchange', nothing).answers<AccountView>(),
  'account.cancel': page('write', nothing).answers<AccountView>(),
  /** With `remove`, also deletes what the account left here: pending updates, matches and activity. */
  'account.sign-out': page('write-and-deliver', () =>
    z.strictObject({ remove: z.optional(z.boolean()) }),
  ).answers<AccountView>(),
  /**
   * Asks whether the code was approved, if the tracker's interval has passed. Sent by the page that shows the
   * code. True once somebody has signed in with it.
   */
  'account.poll': page('exchange', nothing).answers<boolean>(),
  /**
   * Sends another account's queued updates under the current account, or drops them. While nobody is signed
   * in, drops what was watched without an account.
   */
  'account.adopt-queue': page('write-and-deliver', () =>
    z.strictObject({ send: z.boolean() }),
  ).answers<null>(),
} as const;

/** `Mark`. */
function mark() {
  return z.union([
    z.strictObject({ kind: z.enum(['watchlist', 'favorite']), on: z.boolean() }),
    z.strictObject({
      kind: z.literal('watched'),
      plays: z.int().check(z.minimum(0), z.maximum(1000)),
      watchedAt: z.optional(text(40)),
    }),
    z.strictObject({
      kind: z.literal('rating'),
      rating: z.nullable(z.int().check(z.minimum(1), z.maximum(10))),
    }),
  ]);
}

/** Answers of the tracker, passed on unread: the page that asks validates them. */
export const trackerMessages = {
  /** The name under which the tracker shows the signed-in person; `null` if it names nobody. */
  'tracker.person': page('read', nothing).answers<string | null>(),
  'tracker.dashboard': page('read', nothing).answers<unknown>(),
  'tracker.widget': page('read', () =>
    z.strictObject({ apiUrl: text(2000), page: whole(1, 1000) }),
  ).answers<unknown>(),
  /** A page of a list that API v1 documents, by its path, or an import; with a body it is a POST. */
  'tracker.page': page('exchange', () =>
    z.strictObject({
      path: text(300),
      page: whole(1, 1000),
      body: z.optional(z.record(z.string(), z.unknown())),
    }),
  ).answers<unknown>(),
  /** What the person has done with a title; `null` if the tracker does not say. */
  'tracker.status': page('read', () => z.strictObject({ media: mediaInput() })).answers<MediaStatus | null>(),
  'tracker.mark': page('exchange', () =>
    z.strictObject({ media: mediaInput(), mark: mark() }),
  ).answers<null>(),
  'tracker.channel': page('read', () => z.strictObject({ id: text(200) })).answers<unknown>(),
} as const;
