import { useEffect, useState } from 'preact/hooks';
import { defined } from '../../core/values/defined';
import { useAction } from './use-action';

/** A page of a list: the newest entries, or those with an id below `before`. */
export type PageRange = Readonly<{
  before?: number;
  limit: number;
}>;

export type PagedList<Entry> = Readonly<{
  /** Newest first; `undefined` until the first page is loaded. */
  entries: Entry[] | undefined;
  hasOlder: boolean;
  error: string | undefined;
  reload: () => void;
  loadOlder: () => void;
  /** Runs a job whose failure is shown as `error`; resolves to whether it succeeded. */
  run: (job: () => Promise<unknown>) => Promise<boolean>;
  /** Runs a job that removes all entries. */
  clear: (job: () => Promise<unknown>) => Promise<boolean>;
}>;

/** A list that the worker keeps, loaded page by page. */
export function usePagedList<Entry extends Readonly<{ id: number }>>(
  pageSize: number,
  loadPage: (range: PageRange) => Promise<Entry[]>,
): PagedList<Entry> {
  const [entries, setEntries] = useState<Entry[]>();
  const [hasOlder, setHasOlder] = useState(false);
  const { error, run } = useAction();
  const load = (before?: number) =>
    run(async () => {
      const page = await loadPage({ limit: pageSize, ...defined({ before }) });
      setEntries((last) => (before === undefined ? page : [...(last ?? []), ...page]));
      setHasOlder(page.length === pageSize);
    });
  useEffect(() => void load(), []);
  return {
    entries,
    hasOlder,
    error,
    reload: () => void load(),
    loadOlder: () => void load(entries?.at(-1)?.id),
    run,
    clear: (job) =>
      run(async () => {
        await job();
        setEntries([]);
        setHasOlder(false);
      }),
  };
}
