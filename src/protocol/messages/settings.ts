import * as z from 'zod/mini';
import type { SiteView } from '../../core/settings/site-state';
import { page } from './contract';
import { nothing, record, text } from './fields';

export const settingsMessages = {
  /** Changes the given settings. */
  'settings.set': page('write-and-deliver', record).answers<null>(),
  'sites.list': page('read', nothing).answers<readonly SiteView[]>(),
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
