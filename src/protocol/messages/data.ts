import * as z from 'zod/mini';
import { backupParts } from '../../core/settings/backup';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { LogEntry } from '../../core/status/log-entry';
import { page } from './contract';
import { nothing, pageOfList } from './fields';

export const dataMessages = {
  /** Updates that were sent, with their answers, newest first. */
  'activity.list': page('read', pageOfList).answers<readonly ActivityEntry[]>(),
  'activity.clear': page('write', nothing).answers<null>(),

  /** Steps and errors of the worker, newest first. */
  'log.list': page('read', pageOfList).answers<readonly LogEntry[]>(),
  'log.clear': page('write', nothing).answers<null>(),

  /** Restores the chosen parts of a backup; the others are not changed. */
  'data.import': page('write-and-deliver', () =>
    z.strictObject({ backup: z.unknown(), parts: z.array(z.enum(backupParts)) }),
  ).answers<null>(),
  'data.erase': page('write', nothing).answers<null>(),
} as const;
