import * as z from 'zod/mini';
import { backupParts } from '../../core/settings/backup';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { LogEntry } from '../../core/status/status';
import { page, nothing, pageOfList, record, text } from './contract';
import type { SiteView } from '../../core/settings/site-state';

export const dataMessages = {
  /** Updates that were sent, with their answers, newest first. */
  'activity.list': page('read', pageOfList).answers<ActivityEntry[]>(),
  'activity.clear': page('write', nothing).answers<null>(),

  /** Steps and errors of the worker, newest first. */
  'log.list': page('read', pageOfList).answers<LogEntry[]>(),
  'log.clear': page('write', nothing).answers<null>(),

  /** Restores the chosen parts of a backup; the others are not changed. */
  'data.import': page('write-and-deliver', () =>
    z.strictObject({ backup: z.unknown(), parts: z.array(z.enum(backupParts)) }),
  ).answers<null>(),
  'data.erase': page('write', nothing).answers<null>(),
} as const;

export const settingsMessages = {
  /** Changes the given settings. */
  'settings.set': page('write-and-deliver', record).answers<null>(),
  'sites.list': page('read', nothing).answers<SiteView[]>(),
  'sites.set': page('write', () =>
    z.strictObject({
      siteId: text(64),
      enabled: z.optional(z.boolean()),
      hosts: z.optional(z.array(text(300)).check(z.maxLength(20))),
      overrides: z.optional(record()),
    }),
  ).answers<null>(),
  /** Sent after `permissions.request`: registers the content script and starts it in open tabs. */
  'sites.refresh': page('exchange', nothing).answers<null>(),
} as const;

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
