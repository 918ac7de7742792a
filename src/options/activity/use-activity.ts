import { useEffect, useState } from 'preact/hooks';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { defined } from '../../core/values/defined';
import { send } from '../../platform/messaging/send';
import { useAction } from '../../ui/hooks/use-action';
import { fileName, saveFile, saveJson } from '../../ui/save-file';
import { activityCsv } from './activity-csv';

/** Entries that are loaded at a time. */
const PAGE_SIZE = 200;
/** Entries that the worker keeps at most. */
const ALL = 5000;

export interface Activity {
  /** Newest first; `undefined` until the first ones are loaded. */
  readonly entries: readonly ActivityEntry[] | undefined;
  readonly hasOlder: boolean;
  readonly error: string | undefined;
  readonly reload: () => void;
  readonly loadOlder: () => void;
  readonly save: (kind: 'csv' | 'json') => void;
  readonly clear: () => Promise<unknown>;
}

/** The activity log of the worker, loaded page by page. */
export function useActivity(onCleared: () => void): Activity {
  const [entries, setEntries] = useState<readonly ActivityEntry[]>();
  const [hasOlder, setHasOlder] = useState(false);
  const action = useAction();
  const load = (before?: number) =>
    action.run(async () => {
      const page = await send('activity.list', { limit: PAGE_SIZE, ...defined({ before }) });
      setEntries((last) => (before === undefined ? page : [...(last ?? []), ...page]));
      setHasOlder(page.length === PAGE_SIZE);
    });
  useEffect(() => void load(), []);
  return {
    entries,
    hasOlder,
    error: action.error,
    reload: () => void load(),
    loadOlder: () => void load(entries?.at(-1)?.id),
    save: (kind) => void action.run(() => saveActivity(kind)),
    clear: () =>
      action.run(async () => {
        await send('activity.clear', {});
        setEntries([]);
        setHasOlder(false);
        onCleared();
      }),
  };
}

async function saveActivity(kind: 'csv' | 'json'): Promise<void> {
  const entries = await send('activity.list', { limit: ALL });
  if (kind === 'json') saveJson('activity', entries);
  else saveFile(fileName('activity', 'csv', new Date()), 'text/csv;charset=utf-8', activityCsv(entries));
}
