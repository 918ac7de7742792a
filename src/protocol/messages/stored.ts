import * as z from 'zod/mini';
import { page } from './contract';
import { text } from './fields';

/**
 * For pages in private windows of Firefox, which have another database than the worker, and for pages that
 * are unloaded before their own transaction is done.
 */
export const storedMessages = {
  /** The stored values of these keys. */
  'stored.read': page('read', z.strictObject({ keys: z.array(text(100)).check(z.maxLength(20)) })).answers<
    Readonly<Record<string, unknown>>
  >(),
  /** Stores what the pages themselves write; everything else has a message of its own. */
  'stored.write': page(
    'exchange',
    z.strictObject({ drafts: z.optional(z.unknown()), welcome: z.optional(z.unknown()) }),
  ).answers<null>(),
} as const;
