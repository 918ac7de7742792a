import * as z from 'zod/mini';
import type { AccountView } from '../../core/settings/account-view';
import { page } from './contract';
import { nothing, text } from './fields';

export const accountMessages = {
  /** Requests a device code and starts to wait for its approval. */
  'account.sign-in': page('exchange', nothing).answers<AccountView>(),
  'account.cancel': page('write', nothing).answers<AccountView>(),
  /** With `remove` also what the account left here: pending updates, matches and activity. */
  'account.sign-out': page(
    'write-and-deliver',
    z.strictObject({ remove: z.optional(z.boolean()) }),
  ).answers<AccountView>(),
  /**
   * Asks whether the code was approved, if the tracker's interval has passed. Sent by the page that shows the
   * code. True once somebody is signed in by it.
   */
  'account.poll': page('exchange', nothing).answers<boolean>(),
  /** Sends what another account has queued under the present one, or drops it. */
  'account.adopt-queue': page('write-and-deliver', z.strictObject({ send: z.boolean() })).answers<null>(),
} as const;

/** Answers of the tracker, passed on unread: the page that asks checks them against their schema. */
export const trackerMessages = {
  'tracker.dashboard': page('read', nothing).answers<unknown>(),
  'tracker.widget': page('read', z.strictObject({ apiUrl: text(2000) })).answers<unknown>(),
  'tracker.channel': page('read', z.strictObject({ id: text(200) })).answers<unknown>(),
} as const;
