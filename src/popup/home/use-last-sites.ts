import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { SiteView } from '../../core/settings/site-state';
import type { ListEntry } from '../../protocol/tracker/read-list-items';
import { defined } from '../../core/values/defined';
import { useAnswer } from '../../ui/hooks/use-answer';

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
