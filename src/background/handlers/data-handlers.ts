import { ownArea } from '../../platform/storage/own-area';
import type { dataMessages } from '../../protocol/messages/data';
import type { storedMessages } from '../../protocol/messages/stored';
import { importBackup } from '../data/backup';
import { eraseAll } from '../data/erase';
import { clearActivity, listActivity } from '../state/activity-log';
import { clearLog, listLog } from '../state/log-store';
import type { HandlersOf } from './handler';

export const dataHandlers: HandlersOf<typeof dataMessages> = {
  'activity.list': (context, { before, limit }) => listActivity(context, before, limit),
  'activity.clear': clearActivity,

  'log.list': (context, { before, limit }) => listLog(context, before, limit),
  'log.clear': clearLog,

  'data.import': {
    run: (context, { backup, parts }) => importBackup(context, backup, new Set(parts)),
    after: ({ refreshSites }) => refreshSites(),
  },
  'data.erase': { run: eraseAll, after: ({ refreshSites }) => refreshSites() },
};

export const storedHandlers: HandlersOf<typeof storedMessages> = {
  'stored.read': (_, { keys }) => ownArea.get(keys),
  'stored.write': (_, values) => ownArea.set(values),
};
