import * as z from 'zod/mini';
import { page } from './contract';
import { text } from './fields';

/**
 * For pages in private windows of Firefox, whose database is not the worker's, and for pages that are
 * unloaded before their own transaction has finished.
 */
export const storedMessages = {
  /** The stored values of these keys. */
  'stored.read': page('read', () =>
    z.strictObject({ keys: z.array(text(100)).check(z.maxLength(20)) }),
  ).answers<Readonly<Record<string, unknown>>>(),
  /** Stores values that the pages themselves write; for everything else there is a specific message. */
  'stored.write': page('exchange', () =>
    z.strictObject({ drafts: z.optional(z.unknown()), welcome: z.optional(z.unknown()) }),
  ).answers<null>(),
} as const;
