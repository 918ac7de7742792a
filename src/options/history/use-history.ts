import { useEffect, useState } from 'preact/hooks';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import type { HistoryEntry } from '../../protocol/tracker/history';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { askLibrary } from '../../platform/messaging/ask-library';
import { MessageError } from '../../platform/messaging/send';

/** An entry of the history, with the rating of its title from 1 to 10. */
export interface ListedEntry extends HistoryEntry {
  readonly rating?: number;
}

export type History = Readonly<{
  /** Newest first; `undefined` until the first page is loaded. */
  entries: ListedEntry[] | undefined;
  total: number;
  error: string | undefined;
  busy: boolean;
  reload: () => void;
  more: () => void;
  rate: (entry: ListedEntry, rating: number | null) => void;
  remove: (entry: ListedEntry) => void;
  /** Marks episodes as watched now, or removes their entries. */
  mark: (episodes: EpisodeNumbers[], watched: boolean) => Promise<boolean>;
}>;

type EpisodeNumbers = Readonly<{
  tmdbId: number;
  seasonNumber: number;
  episodeNumber: number;
}>;

type HistoryPart = Readonly<{
  items: ListedEntry[];
  total: number;
}>;

const PAGE = 60;

/** The entries of the history and the changes that can be made. Rating and removal offer an undo. */
export function useHistory(onToast: (toast: ToastContent) => void): History {
  const [part, setPart] = useState<HistoryPart>();
  const action = useAction();
  const load = (before?: string) =>
    action.run(async () => {
      const query = before === undefined ? '' : `&before=${Date.parse(before)}`;
      const next = await askHistory<HistoryPart>('GET', `/library/history?limit=${PAGE}${query}`);
      setPart((last) =>
        before === undefined ? next : { ...next, items: [...(last?.items ?? []), ...next.items] },
      );
    });
  useEffect(() => void load(), []);
  const change = async (job: () => Promise<unknown>, toast?: ToastContent) => {
    if (action.busy) return false;
    const isDone = (await action.run(job)) && (await load());
    if (isDone && toast !== undefined) onToast(toast);
    return isDone;
  };
  return {
    entries: part?.items,
    total: part?.total ?? 0,
    error: action.error,
    busy: action.busy,
    reload: () => void load(),
    more: () => void load(part?.items.at(-1)?.watchedAt),
    ...changesBy(change),
  };
}

type MakeChange = (job: () => Promise<unknown>, toast?: ToastContent) => Promise<boolean>;

function changesBy(change: MakeChange): Pick<History, 'rate' | 'remove' | 'mark'> {
  const undoing = (message: string, undo: () => Promise<unknown>): ToastContent => ({
    message,
    undo: () => void change(undo, { message: text('common_undone') }),
  });
  return {
    rate: (entry, rating) => {
      const undo = () => rateTo(entry, entry.rating ?? null);
      void change(() => rateTo(entry, rating), undoing(text('recorded_rated'), undo));
    },
    remove: (entry) => {
      const removal = () => askHistory('DELETE', `/matinee/history/${entry.id}`);
      void change(
        removal,
        undoing(text('recorded_removed'), () => restore(entry)),
      );
    },
    mark: (episodes, watched) => change(() => markAll(episodes, watched)),
  };
}

function rateTo(entry: ListedEntry, rating: number | null): Promise<unknown> {
  return askHistory('PUT', '/matinee/ratings', { ...idsOf(entry), rating });
}

function restore(entry: ListedEntry): Promise<unknown> {
  const { id, progress, duration, watchedAt } = entry;
  return askHistory('PUT', `/matinee/history/${id}`, { ...idsOf(entry), progress, duration, watchedAt });
}

async function markAll(episodes: EpisodeNumbers[], watched: boolean): Promise<void> {
  const watchedAt = new Date().toISOString();
  for (const { tmdbId, ...place } of episodes) {
    const reference = { type: 'episode', tvShowId: tmdbId, ...place };
    if (watched) await askHistory('POST', '/history', { ...reference, watchedAt });
    else await askHistory('DELETE', `/history?${new URLSearchParams(reference as never).toString()}`);
  }
}

/** The ids of a title as `POST /scrobble` names them. */
function idsOf({ media: { type, tmdbId, id, seasonNumber, episodeNumber } }: ListedEntry) {
  return type === 'movie'
    ? defined({ type, tmdbId })
    : defined({ type, tvShowId: tmdbId, id, seasonNumber, episodeNumber });
}

/** Milliseconds. The answer may have to wait until titles are looked up. */
const TIMEOUT = 30_000;

/**
 * Requests from the history in this browser. The answer needs no validation, because our own code makes it.
 */
export async function askHistory<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await askLibrary(LIBRARY_URL + path, {
    method,
    ...defined({ body: body && JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new MessageError('server', '');
  return (response.status === 204 ? undefined : await response.json()) as T;
}
