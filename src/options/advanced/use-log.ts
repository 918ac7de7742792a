import type { LogEntry } from '../../core/status/log-entry';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { ToastContent } from '../../ui/components/toast';
import { copyText } from '../../ui/hooks/use-clipboard';
import { usePagedList, type PagedList } from '../../ui/hooks/use-paged-list';
import { saveJson } from '../../ui/save-file';

/** Entries that are loaded at a time. */
const PAGE_SIZE = 100;

export interface Log extends Omit<PagedList<LogEntry>, 'run' | 'clear'> {
  /** Saves all entries, also those that are not loaded yet. */
  readonly save: () => void;
  /** Copies the entries that are loaded, as JSON. */
  readonly copy: () => void;
  readonly clear: () => Promise<unknown>;
}

/** The log as the worker keeps it. */
export function useLog(onToast: (toast: ToastContent) => void): Log {
  const { run, clear, ...list } = usePagedList(PAGE_SIZE, (range) => send('log.list', range));
  return {
    ...list,
    save: () => void run(async () => saveJson('log', await loadAll())),
    copy: () => {
      const content = JSON.stringify(list.entries, undefined, 2);
      void copyText(content, () => onToast({ message: text('common_copied') }));
    },
    clear: async () => {
      if (await clear(() => send('log.clear', {}))) onToast({ message: text('log_cleared') });
    },
  };
}

async function loadAll(): Promise<readonly LogEntry[]> {
  const all: LogEntry[] = [];
  for (;;) {
    const page = await send('log.list', { limit: PAGE_SIZE, ...defined({ before: all.at(-1)?.id }) });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
  }
}
