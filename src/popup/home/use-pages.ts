import { useEffect, useState } from 'preact/hooks';
import { send } from '../../platform/messaging/send';
import { type ListEntry, readPage } from '../../protocol/tracker/read-list-items';
import { errorText } from '../../ui/text/error-text';
import type { Widget } from '../../protocol/tracker/read-dashboard';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { SiteView } from '../../core/settings/site-state';
import { defined } from '../../core/values/defined';
import { useAnswer } from '../../ui/hooks/use-answer';

/** Where the entries of a section come from. */
export type SectionSource =
  | Readonly<{ from: 'widget'; apiUrl: string }>
  | Readonly<{ from: 'list'; id: string }>
  | Readonly<{ from: 'channels' | 'sessions' }>;

type Pages = Readonly<{
  /** `undefined` while the first page is on its way; `null` where it is no list. */
  items: ListEntry[] | null | undefined;
  isLoading: boolean;
  /** Another page can be asked for. */
  hasMore: boolean;
  error: string | undefined;
  /** Asks for the next page, or for the one that failed. */
  more: () => void;
}>;

/** Most entries that a section collects. */
const MOST_ENTRIES = 200;

/** The entries of a list of the tracker, page by page. */
export function usePages(source: SectionSource): Pages {
  const [items, setItems] = useState<Pages['items']>();
  const [hasMore, setHasMore] = useState(false);
  const [error, setError] = useState<string>();
  const [page, setPage] = useState(1);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    setError(undefined);
    const show = (answer: unknown) => {
      if (!current) return;
      const read = readPage(answer);
      setItems((before) =>
        page === 1 ? (read?.items ?? null) : [...(before ?? []), ...(read?.items ?? [])],
      );
      setHasMore(read?.hasMore === true && page * read.items.length < MOST_ENTRIES);
    };
    ask(source, page).then(show, (problem: unknown) => current && setError(errorText(problem)));
    return () => {
      current = false;
    };
  }, [JSON.stringify(source), page, turn]);
  const more = () => (error === undefined ? setPage(page + 1) : setTurn(turn + 1));
  const isFine = error === undefined;
  return { items, isLoading: isFine && items === undefined, hasMore: isFine && hasMore, error, more };
}

/** The first page is requested at the address that the tracker names. */
function ask(source: SectionSource, number: number): Promise<unknown> {
  const page = number === 1 ? {} : { page: number };
  if (source.from === 'widget') return send('tracker.widget', { apiUrl: source.apiUrl, ...page });
  const path = source.from === 'list' ? `/lists/${encodeURIComponent(source.id)}/items` : PATHS[source.from];
  return send('tracker.page', { path, ...page });
}

/** `/scrobble`: what was begun and not finished, on any device. */
const PATHS = { channels: '/channels', sessions: '/scrobble' } as const;

/** The widget of our service with what to watch next; its list begins with what was not finished. */
const UP_NEXT = 'up-next';

/** Types of widgets with what to go on with. */
const ROWS: ReadonlySet<string> = new Set([
  'up_next',
  'continue_watching',
  'active_movie_scrobbles',
  'active_tv_scrobbles',
]);

/** Whether each entry is a row, with what is left of it. */
export function isOfRows({ type, id }: Widget): boolean {
  return ROWS.has(type) || id === UP_NEXT;
}

export function isOfSessions({ type, id }: Widget): boolean {
  return id === UP_NEXT || (ROWS.has(type) && type !== 'up_next');
}

/** What to watch next, of whichever tracker. */
export function nextWidget(widgets: Widget[]): Widget | undefined {
  return widgets.find(({ id, type }) => id === UP_NEXT || type === 'up_next') ?? widgets.find(isOfRows);
}

/** Where something was watched last in this browser. */
export interface LastPlace extends Pick<SiteView, 'name' | 'homepage'> {
  /** Of the same film or episode: the page, and how many seconds of it were not played. */
  readonly page?: string;
  readonly left?: number;
}

/** Updates in which the site of a title is searched. */
const LIMIT = 1000;

/**
 * Where an item of the tracker was watched last: the page of the same film or episode, else the site of its
 * series.
 */
export function useLastSites(): Readonly<{
  placeOf: (item: ListEntry) => LastPlace | undefined;
  /** Whether the worker has answered. */
  isKnown: boolean;
}> {
  const activity = useAnswer('activity.list', { limit: LIMIT });
  const all = useAnswer('sites.list', {});
  const { value: entries = [] } = activity;
  const { value: sites = [] } = all;
  const isKnown = [activity, all].every(({ value, error }) => value !== undefined || error !== undefined);
  return { placeOf: (item) => lastPlace(item, entries, sites), isKnown };
}

export function lastPlace(
  item: ListEntry,
  entries: Readonly<ActivityEntry[]>,
  sites: Readonly<SiteView[]>,
): LastPlace | undefined {
  const ofWork = entries.filter(
    ({ media }) =>
      media?.tmdbId !== undefined &&
      media.tmdbId === item.tmdbId &&
      (media.type === 'movie') === (item.type === 'movie'),
  );
  // Compared by numbers: not every tracker has a page for a title.
  const same = ofWork.find(
    ({ media }) =>
      media?.seasonNumber === item.seasonNumber &&
      media?.episodeNumber === item.episodeNumber &&
      (item.type === 'movie' || item.episodeNumber !== undefined),
  );
  const entry = same ?? ofWork[0];
  const site = entry && sites.find(({ id }) => id === entry.siteId);
  return site && { name: site.name, ...defined({ homepage: site.homepage }), ...restOf(same) };
}

function restOf(entry: ActivityEntry | undefined): Pick<LastPlace, 'page' | 'left'> {
  if (entry === undefined) return {};
  return { left: entry.duration - entry.position, ...defined({ page: entry.page }) };
}
