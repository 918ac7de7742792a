import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { send } from '../../platform/messaging/send';
import { usePagedList, type PagedList } from '../../ui/hooks/use-paged-list';
import { fileName, saveFile, saveJson } from '../../ui/save-file';
import { activityCsv } from './activity-csv';

/** Entries that are loaded at a time. */
const PAGE_SIZE = 200;
/** Entries that the worker keeps at most. */
const ALL = 5000;

export interface Activity extends Omit<PagedList<ActivityEntry>, 'run' | 'clear'> {
  readonly save: (kind: 'csv' | 'json') => void;
  readonly clear: () => Promise<unknown>;
}

/** The updates that were sent, as the worker keeps them. */
export function useActivity(onCleared: () => void): Activity {
  const { run, clear, ...list } = usePagedList(PAGE_SIZE, (range) => send('activity.list', range));
  return {
    ...list,
    save: (kind) => void run(() => saveActivity(kind)),
    clear: async () => {
      if (await clear(() => send('activity.clear', {}))) onCleared();
    },
  };
}

async function saveActivity(kind: 'csv' | 'json'): Promise<void> {
  const entries = await send('activity.list', { limit: ALL });
  if (kind === 'json') saveJson('activity', entries);
  else saveFile(fileName('activity', 'csv', new Date()), 'text/csv;charset=utf-8', activityCsv(entries));
}
